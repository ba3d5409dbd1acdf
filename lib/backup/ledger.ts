import { readFileSync } from "node:fs";
import { z } from "zod";
import { listRevokedKeys, revokeAgain } from "#lib/api-keys/operate.ts";
import { eraseAgain, listErasedUsers } from "#lib/cardholders/operate.ts";
import { BackupError } from "./backup-error.ts";

const ledger = z.object({ erasedUsers: z.array(z.string()), revokedKeys: z.array(z.string()) });

/** Erased users and revoked keys, by id: kept apart from the backups, which would bring them back. */
export type Ledger = z.output<typeof ledger>;

export async function readLedger(): Promise<Ledger> {
  return { erasedUsers: await listErasedUsers(), revokedKeys: await listRevokedKeys() };
}

/** Throws BackupError. */
export function readLedgerFile(path: string): Ledger {
  try {
    return ledger.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new BackupError(`${path} is not what "ledger show --json" has printed`, { cause });
  }
}

/** Erases and revokes again; returns those that existed. */
export async function applyLedger({ erasedUsers, revokedKeys }: Ledger): Promise<Ledger> {
  return {
    erasedUsers: await eraseAgain(erasedUsers),
    revokedKeys: await revokeAgain(revokedKeys),
  };
}
