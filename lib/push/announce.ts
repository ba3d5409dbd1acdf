import { startJobSoon } from "#lib/jobs/job-queue.ts";
import { log } from "#lib/log/logger.ts";
import { hasServiceSecrets, serviceSecrets } from "#lib/secrets/secrets.ts";
import { type NewReceipt, updateDue } from "./store.ts";

/** The job that sends the messages. */
export const SEND_JOB = "send-push-messages";

type Announcer = {
  /** The newest payment of each cardholder. */
  pending: Map<string, string>;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void> | undefined;
};

const FLUSH_INTERVAL_MS = 300;
/** For times without the database. */
const MAX_PENDING = 10_000;

const processWide = globalThis as { sealslipAnnouncer?: Announcer };

/**
 * Announces a delivered receipt. The caller never waits, and no payment fails because of it: if a crash loses
 * the message, the wallet finds the receipt when it is opened.
 */
export function announceReceipt({
  cardholderId,
  id,
}: {
  /** Null in escrow, where the cardholder is unknown. */
  cardholderId: string | null;
  id: string;
}): void {
  if (cardholderId === null || !hasServiceSecrets() || !serviceSecrets().pushKeys) return;
  const announcer = getAnnouncer();
  const { pending } = announcer;
  if (pending.size >= MAX_PENDING && !pending.has(cardholderId)) return;
  pending.set(cardholderId, id);
  announcer.timer ??= setTimeout(() => void flushAnnouncements(), FLUSH_INTERVAL_MS).unref();
}

/** Makes pending messages due; also at the end of the process. */
export async function flushAnnouncements(): Promise<void> {
  const announcer = getAnnouncer();
  await announcer.writing;
  clearTimeout(announcer.timer);
  announcer.timer = undefined;
  const receipts = [...announcer.pending].map(([cardholderId, paymentId]) => ({
    cardholderId,
    paymentId,
  }));
  announcer.pending.clear();
  if (receipts.length === 0) return;
  announcer.writing = makeDue(receipts).finally(() => {
    announcer.writing = undefined;
  });
  await announcer.writing;
}

async function makeDue(receipts: NewReceipt[]): Promise<void> {
  try {
    if ((await updateDue(receipts)) > 0) await startJobSoon(SEND_JOB);
  } catch (err) {
    log().warn({ err, receipts: receipts.length }, "wallets are not told of new receipts");
  }
}

function getAnnouncer(): Announcer {
  processWide.sealslipAnnouncer ??= { pending: new Map(), timer: undefined, writing: undefined };
  return processWide.sealslipAnnouncer;
}
