import { actOfOperator } from "#lib/audit/act.ts";
import { AppError } from "#lib/core/errors.ts";
import { forgetSessionsEverywhere } from "./sessions.ts";
import { selectSignIn } from "./store.ts";
import { deleteAllSessions } from "./store-sessions.ts";

/** Signs a member out everywhere. For the operator; no route leads here. Throws `not_found`. */
export async function endSessionsOf({ email }: { email: string }): Promise<{ email: string }> {
  const member = await selectSignIn(email);
  if (!member) throw new AppError("not_found", { message: "Nobody has this email" });

  const { id, organizationId } = member;
  const details = { target: id, after: { reason: "ended_by_operator" } };
  await deleteAllSessions(id, actOfOperator(organizationId, "session.ended", details));
  await forgetSessionsEverywhere();
  return { email };
}
