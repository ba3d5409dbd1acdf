import type { MemberCaller } from "#lib/auth/caller.ts";
import type { LoggedRequest } from "#lib/contract/requests.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { findRequest } from "#lib/storage/request-log.ts";
import { describeRequest } from "./describe-request.ts";

/** One call of the organization in the environment. Throws `not_found`. */
export async function getRequest({
  caller,
  requestId,
}: {
  caller: MemberCaller;
  requestId: string;
}): Promise<LoggedRequest> {
  const row = await findRequest(caller, requestId);
  if (!row) throw new AppError("not_found", { message: "No such request in this environment" });
  return describeRequest(row);
}
