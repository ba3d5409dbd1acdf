import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node of the npm package `node`: the scripts themselves run on any installed one. */
export const node = join(root, "node_modules", "node", "bin", "node");

/**
 * The environment of the project's programs: the commands of the packages and that Node come first. Node's
 * compile cache is kept for the next process, since the tests alone run a hundred.
 */
export function projectEnv(extra = {}) {
  const bin = join(root, "node_modules", ".bin");
  return {
    ...process.env,
    PATH: `${bin}:${process.env.PATH ?? ""}`,
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"),
    ...extra,
  };
}
