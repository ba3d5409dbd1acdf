import { readFile } from "node:fs/promises";
import { listChildren } from "#lib/testing/secrecy/process-tree.ts";

export type Usage = {
  /** Processor time so far, user and system, milliseconds. */
  cpuMs: number;
  /** Resident memory, bytes. */
  memory: number;
};

/** The usage of a process and its children; undefined without /proc. */
export async function readUsage(pid: number): Promise<Usage | undefined> {
  try {
    return await readTree(pid);
  } catch {
    return undefined;
  }
}

/** Of several processes, if it is known for all. */
export function sumUsage(each: readonly (Usage | undefined)[]): Usage | undefined {
  return each.reduce((sum, usage) => sum && usage && add(sum, usage), { cpuMs: 0, memory: 0 } as
    | Usage
    | undefined);
}

function add(one: Usage, other: Usage): Usage {
  return { cpuMs: one.cpuMs + other.cpuMs, memory: one.memory + other.memory };
}

async function readTree(pid: number): Promise<Usage> {
  const children = await listChildren(pid);
  const each = await Promise.all(children.map(readTree));
  return each.reduce(add, await readProcess(pid));
}

async function readProcess(pid: number): Promise<Usage> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // Fields 14 to 17 of proc(5), its own and that of children that have ended, in ticks of 10 ms; the
  // name in field 2 may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { cpuMs: ticks * 10, memory: kibibytes * 1024 };
}
