import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** A process and all that it has started, and they in turn. */
export async function listProcessTree(pid: number): Promise<number[]> {
  const children = await listChildren(pid);
  return [pid, ...(await Promise.all(children.map(listProcessTree))).flat()];
}

/** Not every system has /proc, and not every image of Linux has ps. */
export async function listChildren(pid: number): Promise<number[]> {
  if (!existsSync("/proc/self/task")) return await askPs(pid);
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8")),
  );
  return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

async function askPs(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=", "-o", "ppid="]);
  return stdout.split("\n").flatMap((line) => {
    const [child = 0, parent] = line.trim().split(/\s+/).map(Number);
    return parent === pid ? [child] : [];
  });
}
