import { type FileHandle, open, readFile } from "node:fs/promises";

/** As much is read at once, where any of it is in use. */
const PIECE = 1024 * 1024;
const PAGE = 4096;

/** Whether the system shows this process the memory of these: Linux does to root and, mostly, to a parent. */
export async function canReadMemory(pids: readonly number[]): Promise<boolean> {
  try {
    for (const pid of pids) await (await open(`/proc/${pid}/mem`)).close();
    return true;
  } catch (error) {
    return isOf(error, "ESRCH");
  }
}

type Region = { start: number; end: number; shared: string | undefined };

/**
 * All memory of processes that they could write to and have used, garbage included, piece by piece. What several of
 * them share is read once.
 */
export async function* readMemory(pids: readonly number[]): AsyncGenerator<Uint8Array> {
  const seen = new Set<string>();
  for (const pid of pids) {
    try {
      yield* readProcess(pid, seen);
    } catch (error) {
      // A connection of PostgreSQL may end at any time.
      if (!isOf(error, "ENOENT", "ESRCH")) throw error;
    }
  }
}

async function* readProcess(pid: number, seen: Set<string>): AsyncGenerator<Uint8Array> {
  const regions = listRegions(await readFile(`/proc/${pid}/maps`, "utf8"));
  await using memory = await open(`/proc/${pid}/mem`);
  await using pages = await open(`/proc/${pid}/pagemap`);
  for (const { start, end, shared } of regions) {
    for (let at = start; at < end; at += PIECE) {
      const length = Math.min(PIECE, end - at);
      const name = `${shared} ${at - start}`;
      if ((shared !== undefined && seen.has(name)) || !(await isUsed(pages, at, length))) continue;
      seen.add(name);
      yield await readAt(memory, at, length);
    }
  }
}

/** See proc_pid_maps(5): addresses, permissions, offset, device, inode, and path. */
function listRegions(maps: string): Region[] {
  return maps.split("\n").flatMap((line) => {
    const [range = "", permissions = "", , device, inode, path = ""] = line.split(/\s+/);
    const [start = 0, end = 0] = range.split("-").map((address) => Number.parseInt(address, 16));
    const isOfFile = path.startsWith("/") && !permissions.includes("w");
    if (!permissions.startsWith("r") || isOfFile || path.startsWith("[v")) return [];
    return [{ start, end, shared: permissions.endsWith("s") ? `${device} ${inode}` : undefined }];
  });
}

/** See proc_pid_pagemap(5): 64 bits for each page, the highest two for one in memory and one that is swapped out. */
async function isUsed(pages: FileHandle, at: number, length: number): Promise<boolean> {
  const entries = await readAt(pages, (at / PAGE) * 8, (length / PAGE) * 8);
  for (let last = 7; last < entries.length; last += 8) {
    if (((entries[last] ?? 0) & 0b1100_0000) !== 0) return true;
  }
  return false;
}

/** Empty where nothing is there any more: the process goes on meanwhile. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  try {
    const { bytesRead } = await file.read(bytes, 0, length, at);
    return bytes.subarray(0, bytesRead);
  } catch (error) {
    if (isOf(error, "EIO")) return Buffer.alloc(0);
    throw error;
  }
}

function isOf(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
