import type { MemberCaller } from "#lib/auth/caller.ts";
import type { GrantsPage } from "#lib/contract/cardholders.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { listAccess } from "#lib/services/access/list-access.ts";
import { findCardholder } from "#lib/storage/cardholders.ts";

/** A page of the grants of one cardholder. Throws `not_found`, or `invalid_request` for a cursor. */
export async function listGrants({
  caller,
  userId,
  query,
}: {
  caller: MemberCaller;
  userId: string;
  query: { limit: number; cursor?: string | undefined };
}): Promise<GrantsPage> {
  const cardholder = await findCardholder(caller, userId);
  if (!cardholder) throw new AppError("not_found", { message: "No such user" });

  const { entries, nextCursor } = await listAccess({ caller, query: { ...query, userId } });
  return { grants: entries, nextCursor };
}
