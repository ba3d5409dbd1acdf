import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { unlink, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import type { SystemAccount } from "#lib/storage/embedded/account.ts";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import { until } from "#lib/testing/until.ts";
import { isAnswering } from "./database.ts";
import type { Fault } from "./faults.ts";
import { createInstance } from "./instance.ts";

// Faults that need something of the machine, and are left out where it has not got that.

/** Room for the files of a long trial, with a log that is held back and, where one is rewound, another one's beside it. */
const DISK = "1600m";
/** Bytes. */
const PIECE = 64 * 2 ** 20;
const RECOVERED_MS = 10 * 60_000;

/** Whether this account may mount a disk of its own for PostgreSQL, to fill it. */
export function canMount(): boolean {
  return platform() === "linux" && process.geteuid?.() === 0;
}

/** Returns what takes the disk away again. */
export async function mountDisk(
  folder: string,
  account: SystemAccount | undefined,
): Promise<() => Promise<void>> {
  const owner = account ? `,uid=${account.uid},gid=${account.gid}` : "";
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=0750${owner}`, "tmpfs", folder]);
  return async () => void execFileSync("umount", ["--lazy", folder]);
}

export const fullDisk: Fault = {
  title: "the disk of PostgreSQL full for 10 s",
  lastsMs: 10_000,
  async strike({ folder, postgres }) {
    const empty = await fillDisk(join(folder, "postgresql"));
    return async () => {
      await empty();
      // Where it ends for that, maybe only now, its supervisor starts it again.
      await until(async () => {
        if (!postgres.isRunning()) await postgres.start();
        return await isAnswering(postgres.urlFor("postgres"));
      }, RECOVERED_MS);
    };
  },
};

/** Returns what makes place on it again. */
export async function fillDisk(disk: string): Promise<() => Promise<void>> {
  const ballast = join(disk, "ballast");
  await writeFile(ballast, zeros(), { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOSPC") throw error;
  });
  return () => unlink(ballast);
}

function* zeros(): Generator<Buffer> {
  const piece = Buffer.alloc(PIECE);
  for (;;) yield piece;
}

const HOUR = 3600;

/** Of Debian's package; undefined where it is not installed. */
export function findFaketime(): string | undefined {
  return globSync("/usr/lib/*/faketime/libfaketime.so.1")[0];
}

/** What an instance runs with whose clock can be set; it is right at first. */
export async function clockEnv(library: string, folder: string): Promise<Record<string, string>> {
  await setClock(folder, 0);
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: join(folder, "clock"),
    FAKETIME_CACHE_DURATION: "1",
    // A jump of the wall clock, as NTP makes one: timers go on.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

export const clockJumps: Fault[] = [
  { title: "the clock of one instance an hour ahead for 15 s", jump: HOUR },
  { title: "the clock of one instance an hour behind for 15 s", jump: -HOUR },
].map(({ title, jump }) => ({
  title,
  lastsMs: 15_000,
  async strike({ folder }) {
    await setClock(folder, jump);
    return () => setClock(folder, 0);
  },
}));

function setClock(folder: string, seconds: number): Promise<void> {
  return writeFile(join(folder, "clock"), `${seconds < 0 ? "" : "+"}${seconds}s\n`);
}

export const twoStarts: Fault = {
  title: "two starts at once on an empty database",
  lastsMs: 0,
  async strike({ folder, env, postgres }) {
    await postgres.createDatabase("another");
    const urls = {
      DATABASE_URL: postgres.urlFor("sealslip", "another"),
      DATABASE_OWNER_URL: postgres.urlFor("sealslip_owner", "another"),
    };
    const both = await Promise.all(
      ["twin-1", "twin-2"].map(async (name) => {
        const port = await findFreePort();
        return createInstance({ name, folder, port, env: { ...env, ...urls, WORKER: "1" } });
      }),
    );
    await Promise.all(both.map((instance) => instance.start()));
    return () => Promise.all(both.map((instance) => instance.end()));
  },
};
