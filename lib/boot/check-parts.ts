import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "#lib/config.ts";
import { requireRedis } from "#lib/limits/limiter.ts";
import { openTransport } from "#lib/mail/open-transport.ts";
import { findServerProblems } from "#lib/storage/check-connections.ts";
import { requireStandby } from "#lib/storage/check-standby.ts";
import { StartError } from "./start-error.ts";

const GIGABYTE = 1024 ** 3;

/**
 * Checks what a start does without for a while: Redis, the mail server, a standby of the database, the clock, the disk
 * of the embedded database, and what PostgreSQL logs. Throws StartError with everything that is wrong.
 */
export async function requireSoundParts(settings: Config): Promise<void> {
  const checks = [checkRedis, checkMail, checkServer, checkStandby, checkDisk];
  const found = await Promise.all(checks.map((check) => check(settings)));
  const reasons = found.flat();
  if (reasons.length > 0) throw new StartError(reasons);
}

async function checkRedis({ redisUrl }: Config): Promise<string[]> {
  if (redisUrl === undefined) return [];
  return await reasonsOf("REDIS_URL", redisUrl, () => requireRedis(redisUrl));
}

async function checkMail(settings: Config): Promise<string[]> {
  const { smtpUrl } = settings;
  if (smtpUrl === undefined) return [];
  const transport = openTransport(settings);
  const reasons = await reasonsOf("SMTP_URL", smtpUrl, () => transport.check());
  transport.close();
  return reasons;
}

async function checkServer({ databaseUrl, productionMode }: Config): Promise<string[]> {
  if (databaseUrl === undefined) return [];
  // One that cannot be reached keeps the service from starting, which another check says.
  const problems = await findServerProblems(databaseUrl, { productionMode }).catch(() => []);
  return problems.map((problem) => `DATABASE_URL: ${problem}`);
}

async function checkStandby({ databaseUrl, databaseReadUrl: url }: Config): Promise<string[]> {
  if (url === undefined || databaseUrl === undefined) return [];
  return await reasonsOf("DATABASE_READ_URL", url, () => requireStandby(url, databaseUrl));
}

async function checkDisk({ databaseUrl, dataDir }: Config): Promise<string[]> {
  return databaseUrl === undefined ? await findDiskProblems(dataDir) : [];
}

/** Of the folder, or the nearest one above that exists. `minimum`: bytes that should be free. */
export async function findDiskProblems(folder: string, minimum = GIGABYTE): Promise<string[]> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return await findDiskProblems(dirname(folder), minimum);
  const free = disk.bavail * disk.bsize;
  if (free >= minimum) return [];
  const gigabytes = (free / GIGABYTE).toFixed(1);
  return [`DATA_DIR: its disk has ${gigabytes} GB left, and PostgreSQL ends where there is none`];
}

async function reasonsOf(
  variable: string,
  url: string,
  check: () => Promise<void>,
): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Never the user's name or the password.
    return [`${variable}: ${new URL(url).host} cannot be used: ${reason}`];
  }
}
