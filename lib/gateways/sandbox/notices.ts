import type { HintSubject } from "#lib/gateways/gateway.ts";
import { startJobSoon } from "#lib/jobs/job-queue.ts";
import { deleteNotice, insertNotices, type SandboxNotice, updateNotice } from "./store.ts";

/** Follows what the sandbox has to say later on, in place of notifications, which it does not send. */
export const SANDBOX_JOB = "follow-sandbox";

const RETRY_MS = 10_000;

/** Has the service ask again about a payment, after so many seconds each. */
export async function announceLater(
  paymentId: string,
  about: HintSubject,
  seconds: readonly number[],
): Promise<void> {
  const now = Date.now();
  await insertNotices(
    seconds.map((after) => ({ paymentId, about, dueAt: new Date(now + after * 1000) })),
  );
  // It plans its next run by the first of them.
  await startJobSoon(SANDBOX_JOB);
}

/** The notice has had its effect. */
export async function dropNotice(notice: SandboxNotice): Promise<void> {
  await deleteNotice(notice);
}

/** What it is about was not to be recorded yet. */
export async function postponeNotice(notice: SandboxNotice): Promise<void> {
  await updateNotice(notice, new Date(Date.now() + RETRY_MS));
}
