import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { node, projectEnv, root } from "./project.mjs";

/**
 * Runs a TypeScript program of the project and returns its exit code. A signal to this process alone ends the
 * program, too, with the servers that it has started.
 */
export async function runProgram(path, args) {
  const command = [join(root, path), ...args];
  const child = spawn(node, command, { cwd: root, env: projectEnv(), stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  return code ?? 1;
}
