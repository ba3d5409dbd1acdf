import { globSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { METHOD_NAME_ALL } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import type { RouteHandler } from "./endpoint.ts";

type Handlers = Partial<Record<string, RouteHandler>>;
/** The handlers of one path by method. The file is imported on the first call. */
type LoadHandlers = () => Promise<Handlers>;

export type MatchRoute = (
  path: string,
) => { load: LoadHandlers; params: Record<string, string> } | undefined;

/**
 * Finds every `route.ts` below `directory` (the folder of the URL `/api`): the path is the URL. A server
 * preloads them, so that no call waits for an import; a test imports only the routes that it calls.
 */
export async function findRoutes(
  directory: string,
  { preload = false, files: pattern = "**/route.ts" } = {},
): Promise<MatchRoute> {
  const fixed = new Map<string, LoadHandlers>();
  const router = new TrieRouter<LoadHandlers>();
  const files = globSync(pattern, { cwd: directory });
  for (const file of files.sort(fixedBeforeParameter)) {
    // Next's own route: the front door passes every path below such a folder to Next.
    if (file.includes("[...")) continue;
    const load = handlersOf(join(directory, file));
    if (file.includes("[")) router.add(METHOD_NAME_ALL, toPath(file), load);
    else fixed.set(toPath(file), load);
    if (preload) await load();
  }
  return (path) => {
    const load = fixed.get(path);
    return load ? { load, params: {} } : matchPath(router, path);
  };
}

// The router returns matches in the order in which they were added: `latest/[partId]` before `[orderId]/[partId]`.
function fixedBeforeParameter(one: string, other: string): number {
  return one.replaceAll("[", "~") < other.replaceAll("[", "~") ? -1 : 1;
}

function toPath(file: string): string {
  const segments = dirname(file).split(sep);
  return `/api/${segments.map((segment) => segment.replace(/^\[(\w+)\]$/, ":$1")).join("/")}`;
}

function handlersOf(file: string): LoadHandlers {
  let handlers: Promise<Handlers> | undefined;
  return () => {
    handlers ??= importHandlers(file);
    return handlers;
  };
}

async function importHandlers(file: string): Promise<Handlers> {
  const module: Handlers = await import(pathToFileURL(file).href);
  return Object.fromEntries(Object.entries(module).filter(([name]) => /^[A-Z]+$/.test(name)));
}

function matchPath(router: TrieRouter<LoadHandlers>, path: string): ReturnType<MatchRoute> {
  const [matches] = router.match(METHOD_NAME_ALL, path);
  const [load, encoded] = matches[0] ?? [];
  if (!load || !encoded) return undefined;

  try {
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(encoded)) params[name] = decodeURIComponent(value);
    return { load, params };
  } catch {
    // Not UTF-8.
    return undefined;
  }
}
