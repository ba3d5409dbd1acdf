import { actOfOperator } from "#lib/audit/act.ts";
import { AppError } from "#lib/core/errors.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { selectSignIn } from "./store.ts";
import { deleteSecondFactors, queueResetNotices } from "./store-second-factor.ts";
import { deleteAllSessions, deleteSessionsOfOrganization } from "./store-sessions.ts";

// Actions of the service's operator. No route calls them: `npm run admin` does.

/** Signs a member out everywhere. Throws `not_found`. */
export async function endSessionsOf({ email }: { email: string }): Promise<{ email: string }> {
  const member = await selectSignIn(email);
  if (!member) throw new AppError("not_found", { message: "No member has this email" });

  const { id, organizationId } = member;
  const details = { target: id, after: { reason: "ended_by_operator" } };
  await deleteAllSessions(id, actOfOperator(organizationId, "session.ended", details));
  await forgetSessionsEverywhere();
  return { email };
}

/**
 * Signs all members of an organization out, in the transaction of the change that requires it. Call
 * `forgetSessionsEverywhere` afterwards.
 */
export async function endSessionsOfOrganization(
  transaction: Transaction,
  organizationId: string,
): Promise<void> {
  await deleteSessionsOfOrganization(transaction, organizationId);
}

/**
 * Removes a member's passkeys, app, and recovery codes, and ends their sessions: they sign in with the
 * password, and set up a required factor anew. For the operator, who has verified who asks. Throws
 * `not_found`.
 */
export async function resetSecondFactor({ email }: { email: string }): Promise<{ email: string }> {
  if (!(await deleteSecondFactors(email))) {
    throw new AppError("not_found", { message: "No member has this email" });
  }
  await forgetSessionsEverywhere();
  return { email };
}

/** Sends letters to members whose second factor was reset since the last run. */
export async function announceResets(): Promise<undefined> {
  if (await queueResetNotices()) await sendQueuedSoon();
}
