import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join, relative } from "node:path";
import { logConsole } from "./log-console.ts";
import { StartError } from "./start-error.ts";

export interface Pages {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
  /** Paths of the files in `public`. */
  publicFiles: ReadonlySet<string>;
}

/** Next with the built pages, or building them on demand. */
export async function loadPages(options: {
  dir: string;
  dev: boolean;
  httpServer: Server;
}): Promise<Pages> {
  if (!options.dev && !existsSync(join(options.dir, ".next", "BUILD_ID"))) {
    throw new StartError("the pages are not built: start with npm start, which does that");
  }
  if (!options.dev) logConsole();
  // Imported late: Next reads NODE_ENV while it loads, and only now is it set.
  const { default: next } = await import("next");
  const app = next(options);
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    answer: (request, response) => handle(request, response),
    close: () => app.close(),
    publicFiles: listFiles(join(options.dir, "public")),
  };
}

function listFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`),
  );
}
