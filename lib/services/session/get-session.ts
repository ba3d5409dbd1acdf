import type { SignedInMember } from "#lib/auth/caller.ts";
import { config } from "#lib/config.ts";
import type { SessionResource } from "#lib/contract/session.ts";
import { getAccount } from "./get-account.ts";

/** Who is signed in, and for which organization. */
export async function getSession({ caller }: { caller: SignedInMember }): Promise<SessionResource> {
  const { organization, totpSince, ...member } = await getAccount(caller);
  const { environments } = config();
  return { member, organization, environments, secondFactor: totpSince !== null };
}
