import { execFileSync, spawnSync } from "node:child_process";

/** A process with all that it has started, parents first. */
export function processTree(pid: number): number[] {
  const output = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = output.trim().split("\n").map(readNumbers);
  const below = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([one = 0]) => [one, ...below(one)]);
  return [pid, ...below(pid)];
}

/** Empty where there is no such process. */
export function readCommand(pid: number): string {
  return spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

function readNumbers(line: string): number[] {
  return line.trim().split(/\s+/).map(Number);
}

/** Sends a signal to each that is still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
