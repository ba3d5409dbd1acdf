import { createId } from "#lib/core/ids.ts";
import { startJobSoon } from "#lib/jobs/job-queue.ts";
import { log } from "#lib/log/logger.ts";
import { publicUrl } from "#lib/public-url.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { type Letter, type QueuedLetter, queuedLetter } from "./letter.ts";
import { insertMail, type MailTransaction } from "./store.ts";

export const SEND_MAIL_JOB = "send-mail";

/** How long a letter without a link of its own is worth sending. */
const NOTICE_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Queues a letter in the transaction of the change that it reports: both happen, or neither. It is not sent
 * after `expiresAt`. Once the transaction has ended, `sendQueuedSoon` saves the reader a minute.
 */
export async function queueLetter(
  tx: MailTransaction,
  letter: Letter,
  expiresAt = new Date(Date.now() + NOTICE_MS),
): Promise<void> {
  const id = createId("mail");
  const queued: QueuedLetter = { ...letter, host: new URL(publicUrl()).hostname };
  const content = serviceSecrets().keyring.encrypt(JSON.stringify(queued), letterContext(id));
  await insertMail(tx, { id, content, expiresAt });
}

/** Never rejects: the job sends the letter within a minute anyway. */
export async function sendQueuedSoon(): Promise<void> {
  try {
    await startJobSoon(SEND_MAIL_JOB);
  } catch (err) {
    log().warn({ err }, "a letter waits for the next run of its job");
  }
}

/** Throws a CryptoError for a row that was tampered with. */
export function openLetter({
  id,
  content,
}: {
  id: string;
  content: Uint8Array<ArrayBuffer>;
}): QueuedLetter {
  const text = serviceSecrets().keyring.decrypt(new Uint8Array(content), letterContext(id));
  return queuedLetter.parse(JSON.parse(text));
}

/** Binds the ciphertext to its row. */
export function letterContext(id: string): string {
  return `mail:${id}`;
}
