import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "#lib/testing/until.ts";

/** A program of the cluster that can be killed, stopped for a while, and started again in its place. */
export type Part = AsyncDisposable & {
  name: string;
  pid(): number;
  isRunning(): boolean;
  /** Returns when it can be used. */
  start(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is cleaned up. */
  kill(): Promise<void>;
  /** The part's own signal for an orderly end; returns its exit code. */
  end(): Promise<number | null>;
};

type Launch = {
  name: string;
  /** Where its output goes, into `<name>.log`. */
  folder: string;
  command: readonly [program: string, ...args: string[]];
  options?: SpawnOptions;
  /** Whether it is a program of ours, which ends when this process is gone. */
  isOurs?: boolean;
  endSignal?: NodeJS.Signals;
  /** `output`: what it has written since it was started. */
  isReady(output: string): Promise<boolean>;
};

// For what hangs: a busy machine takes many times as long as an idle one.
const READY_MS = 10 * 60_000;
const END_MS = 3 * 60_000;

/** The last resort of a run that ends without an end. */
const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

export function createPart(launch: Launch): Part {
  const { name, folder, command, options, isOurs = false } = launch;
  const running: { child?: ChildProcess } = {};
  const logPath = join(folder, `${name}.log`);
  const isGone = () => {
    const { child } = running;
    return !child || child.exitCode !== null || child.signalCode !== null;
  };
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = running;
    if (!child || isGone()) return child?.exitCode ?? null;
    child.kill("SIGCONT");
    child.kill(signal);
    await until(async () => isGone(), END_MS);
    return child.exitCode;
  };

  return {
    name,
    pid: () => running.child?.pid ?? 0,
    isRunning: () => !isGone(),
    async start() {
      const log = openSync(logPath, "a");
      const { size } = fstatSync(log);
      const readOutput = () => readFileSync(logPath).subarray(size).toString();
      const [program, ...args] = command;
      const child = spawn(program, args, {
        ...options,
        stdio: ["ignore", log, log, isOurs ? "ipc" : "ignore"],
      });
      closeSync(log);
      running.child = child;
      children.add(child);
      child.once("exit", () => children.delete(child));
      await Promise.race([once(child, "spawn"), once(child, "error")]);
      const isReady = () => launch.isReady(readOutput());
      const inTime = await until(async () => isGone() || (await isReady()), READY_MS).then(
        () => true,
        () => false,
      );
      // Not asked again: what has begun may restart a part of itself at once, as a Patroni does after a restore.
      if (inTime && !isGone()) return;
      throw new Error(`${name} did not start:\n${readOutput().split("\n").slice(-15).join("\n")}`);
    },
    async kill() {
      await stop("SIGKILL");
    },
    end: () => stop(launch.endSignal ?? "SIGTERM"),
    async [Symbol.asyncDispose]() {
      await stop(launch.endSignal ?? "SIGTERM").catch(() => stop("SIGKILL"));
    },
  };
}
