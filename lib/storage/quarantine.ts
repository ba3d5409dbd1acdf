import { log } from "#lib/log/logger.ts";
import { pool } from "./database.ts";

// [Note: quarantine]
//
// A restored database is a copy of the past: its jobs would charge, cancel, and send what the service has done
// since. So it acts on nothing until the operator has looked at it: no job runs, and what is not a read is refused.

const POLL_MS = 1000;

const processWide = globalThis as { sealslipQuarantine?: boolean };

/** Whether the database was restored, and is not released yet. */
export function isQuarantined(): boolean {
  return processWide.sealslipQuarantine === true;
}

/**
 * Asks the database once, and then every second for as long as it is quarantined: it never becomes so while it is
 * in use. Returns how to end that.
 */
export async function watchQuarantine(): Promise<() => void> {
  processWide.sealslipQuarantine = await selectQuarantine();
  if (!isQuarantined()) return () => undefined;

  log().warn("the database was restored: no job runs until npm run admin -- restore release");
  const timer = setInterval(() => void look(timer), POLL_MS).unref();
  return () => clearInterval(timer);
}

async function look(timer: NodeJS.Timeout): Promise<void> {
  // Unreachable, it stays as it was.
  if (await selectQuarantine().catch(() => true)) return;
  clearInterval(timer);
  processWide.sealslipQuarantine = false;
  log().info("the restored database was released");
}

async function selectQuarantine(): Promise<boolean> {
  const { rows } = await pool().query<{ isQuarantined: boolean }>(
    `SELECT EXISTS (SELECT FROM restore WHERE released_at IS NULL) AS "isQuarantined"`,
  );
  return rows[0]?.isQuarantined ?? false;
}
