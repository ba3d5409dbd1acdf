import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { node, projectEnv, root } from "./project.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

// Next reloads the pages by itself; a change of the API's files restarts the server.
const WATCHED = ["app/api", "lib", "prisma", "server.ts"].flatMap((path) => ["--watch-path", path]);

/**
 * Runs server.ts, or another program, until it ends and returns its exit code. Signals are passed on: Ctrl-C reaches the
 * server without that, a signal to this process alone does not.
 */
export function serve({ dev = false, program = "server.ts" }) {
  const watch = dev ? ["--watch-preserve-output", ...WATCHED] : [];
  // Node has a flag for an optional file, but then reports its absence at every start.
  const env = existsSync(join(root, ".env")) ? ["--env-file=.env"] : [];
  const args = [...env, ...watch, program, ...(dev ? ["--dev"] : [])];
  // The program ends when the channel closes, so killing this process does not leave it behind.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, args, { cwd: root, env: projectEnv(), stdio });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const parentWatch = watchParent(() => child.kill("SIGTERM"));

  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearInterval(parentWatch);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

// npm cannot pass on a kill -9. Without npm the parent is a shell, which may end before its job.
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, 500);
  return watch;
}
