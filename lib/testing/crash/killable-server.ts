import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { spawnProgram } from "#lib/testing/spawn-program.ts";

export type KillableServer = {
  /** The same after each start, as clients would find it. */
  url: string;
  start(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is cleaned up. */
  kill(): Promise<void>;
  /** Whether it has not ended by itself. */
  isRunning(): boolean;
  /** How often it was killed while it ran. */
  kills(): number;
  /** SIGTERM; fails where the process does not end cleanly. */
  end(): Promise<void>;
};

/** The API in a process of its own, to be killed and started again on the same data; of the code in `root`. */
export async function createKillableServer(
  env: Record<string, string>,
  options: { root?: string } = {},
): Promise<KillableServer> {
  const port = await findFreePort();
  const own = { ...env, PORT: String(port), WEB_CONCURRENCY: "1" };
  const program = createKillable({
    script: "lib/testing/api-process.ts",
    readyLine: "ready at",
    env: own,
    options,
  });
  return { url: `http://127.0.0.1:${port}`, ...program };
}

/** A worker in a process of its own. */
export function createKillableWorker(env: Record<string, string>): Omit<KillableServer, "url"> {
  return createKillable({ script: "worker.ts", readyLine: "runs its jobs", env, options: {} });
}

function createKillable({
  script,
  readyLine,
  env,
  options,
}: {
  script: string;
  /** What it prints when it is ready. */
  readyLine: string;
  env: Record<string, string>;
  options: { root?: string };
}): Omit<KillableServer, "url"> {
  const running: { child?: ChildProcess; kills: number } = { kills: 0 };
  const stop = async (signal: NodeJS.Signals) => {
    const { child } = running;
    if (!child || child.exitCode !== null) return child?.exitCode;
    const exited = once(child, "exit");
    child.kill(signal);
    const [code] = await exited;
    // It may be killed while it ends.
    if (running.child === child) delete running.child;
    return code;
  };

  return {
    async start() {
      const child = spawnProgram(script, env, options);
      running.child = child;
      await announced(child, readyLine);
    },
    async kill() {
      if (running.child) running.kills += 1;
      await stop("SIGKILL");
    },
    isRunning: () => running.child?.exitCode === null && running.child.signalCode === null,
    kills: () => running.kills,
    async end() {
      const code = await stop("SIGTERM");
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

async function announced({ stdout, stderr }: ChildProcess, readyLine: string): Promise<void> {
  const complaint = stderr ? text(stderr) : Promise.resolve("");
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    if (!String(chunk).includes(readyLine)) continue;
    // What it logs from now on is read by nobody, but must not fill the pipe.
    stdout?.resume();
    return;
  }
  throw new Error(`the server ended before it was ready: ${await complaint}`);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
