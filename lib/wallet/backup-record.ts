import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import { textOf } from "#lib/client/send-request.ts";
import type { StoredCard } from "./device-store.ts";

const KEY = "sealslip-wallet-backup";

/** Moments in ISO 8601. */
type BackupRecord = {
  /** Of the last backup that this device saved. */
  savedAt?: string | undefined;
  /** When the cardholder last put off to save one. */
  dismissedAt?: string | undefined;
};

/** What this device remembers of backups; nothing where it could not keep that. */
export function readBackupRecord(): BackupRecord {
  try {
    const record: unknown = JSON.parse(readSiteData("localStorage", KEY) ?? "{}");
    return { savedAt: textOf(record, "savedAt"), dismissedAt: textOf(record, "dismissedAt") };
  } catch {
    return {};
  }
}

/** Remembers that a backup was saved, or put off. */
export function rememberBackup(change: BackupRecord): void {
  const record = { ...readBackupRecord(), ...change };
  writeSiteData("localStorage", KEY, JSON.stringify(record));
}

export function forgetBackups(): void {
  writeSiteData("localStorage", KEY, "{}");
}

type Keyed = Pick<StoredCard, "keys" | "restoredAt" | "session" | "userId">;

/**
 * The cards with a key that is in no backup, and whose loss would lock their receipts for good. The cards of a visit end
 * with it, and those that were not registered have no receipts.
 */
export function findUnsaved<Card extends Keyed>(
  cards: readonly Card[],
  { savedAt = "", dismissedAt = "" }: BackupRecord,
): Card[] {
  return cards.filter(({ keys, restoredAt = "", session, userId }) => {
    // A restored card came from a backup.
    const covered = [savedAt, dismissedAt, restoredAt].toSorted().at(-1) ?? "";
    return userId !== null && !session && keys.some(({ createdAt }) => createdAt > covered);
  });
}
