import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { usageError } from "./cli-error.ts";

/** The JSON object of `--body`: a file, or `-` for standard input. Without one, empty. */
export async function readBody(source: string | undefined): Promise<Record<string, unknown>> {
  if (source === undefined) return {};
  const name = source === "-" ? "standard input" : source;
  const content = source === "-" ? await text(process.stdin) : await readText(source);
  try {
    const body: unknown = JSON.parse(content);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    throw usageError(`${name} is not JSON`);
  }
  throw usageError(`${name} is not a JSON object`);
}

async function readText(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read (${error.code})`);
  });
}
