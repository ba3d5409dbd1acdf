import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";

/** Of the act that the letter is about. */
export type MailTransaction = Prisma.TransactionClient;

export type QueuedMail = { id: string; content: Uint8Array<ArrayBuffer>; expiresAt: Date };

export async function insertMail(tx: MailTransaction, mail: QueuedMail): Promise<void> {
  await tx.mail.create({ data: mail });
}

export type DueMail = { id: string; content: Uint8Array<ArrayBuffer>; attempts: number };

/**
 * Claims the mail that has been due for longest, for a limited time, and skips mail that another process
 * holds. SQL for SKIP LOCKED.
 */
export async function claimDueMail(leaseSeconds: number): Promise<DueMail | undefined> {
  const { rows } = await pool().query<DueMail>(
    `UPDATE mail
     SET due_at = now() + make_interval(secs => $1), attempts = attempts + 1
     WHERE id = (SELECT id FROM mail WHERE due_at <= now() + interval '1 millisecond'
                 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, content, attempts`,
    [leaseSeconds],
  );
  return rows[0];
}

export async function deleteMail(id: string): Promise<void> {
  await prisma().mail.deleteMany({ where: { id } });
}

/** Stores that the server has finally refused a letter about this subject. */
export async function deleteRefusedMail(id: string, about: string | undefined): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await tx.mail.deleteMany({ where: { id } });
    if (about === undefined) return;
    await tx.mailBounce.createMany({ data: [{ about }], skipDuplicates: true });
  });
}

export async function deleteOldBounces(days: number): Promise<void> {
  const createdAt = { lt: new Date(Date.now() - days * 24 * 60 * 60_000) };
  await prisma().mailBounce.deleteMany({ where: { createdAt } });
}

export async function updateMailRetry(id: string, dueAt: Date): Promise<void> {
  await prisma().mail.updateMany({ where: { id }, data: { dueAt } });
}

/** Deletes letters that are too old to be of use; returns how many. */
export async function deleteExpiredMails(): Promise<number> {
  const { count } = await prisma().mail.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  return count;
}

export async function countMails(): Promise<number> {
  return await prisma().mail.count();
}

export async function selectNextMailDue(): Promise<Date | undefined> {
  const row = await prisma().mail.findFirst({
    select: { dueAt: true },
    orderBy: { dueAt: "asc" },
  });
  return row?.dueAt;
}
