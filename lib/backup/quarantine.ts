import { actOfOperator } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { AppError } from "#lib/core/errors.ts";
import { skipPositions } from "#lib/events/skip-positions.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { insertRestore, selectRestores, updateToReleased } from "./store-quarantine.ts";

// [Note: quarantine] is in lib/storage/quarantine.ts.

export type Restored = {
  restoredAt: Date;
  /** Null if the database was not restored by `npm run restore`. */
  backupAt: Date | null;
  releasedAt: Date | null;
};

/** Every time the database was restored, the latest first. */
export async function listRestores(): Promise<Restored[]> {
  return await selectRestores();
}

/**
 * For a database that was not restored by `npm run restore`, before any process of the service uses it: a
 * running process would not notice.
 */
export async function quarantine(): Promise<void> {
  await inTransaction(async (transaction) => {
    await insertRestore(transaction);
    await recordAct(transaction, actOfOperator(SERVICE_TRAIL, "backup.quarantined"));
  });
}

/** Lets the service act on the restored database. Throws `conflict` if it is not quarantined. */
export async function releaseRestored(): Promise<void> {
  await inTransaction(async (transaction) => {
    if ((await updateToReleased(transaction)) === 0) {
      throw new AppError("conflict", { message: "The database is not quarantined" });
    }
    await skipPositions(transaction);
    await recordAct(transaction, actOfOperator(SERVICE_TRAIL, "backup.released"));
  });
}
