import { config } from "#lib/config.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { SessionResource } from "./contract.ts";
import { type Account, endSessions, selectAccount } from "./store.ts";

/** The member's own account. Throws `unauthorized` for one that was removed a moment ago. */
export async function getAccount({ memberId }: SignedInMember): Promise<Account> {
  const account = await selectAccount(memberId);
  if (account) return account;
  throw new AppError("unauthorized", { message: "Not signed in, or the session has ended" });
}

/** Who is signed in, and for which organization. */
export async function getSession({ caller }: { caller: SignedInMember }): Promise<SessionResource> {
  const { organization, totpSince, ...member } = await getAccount(caller);
  const { environments } = config();
  return { member, organization, environments, secondFactor: totpSince !== null };
}

/** Signs the member out everywhere, here too. */
export async function endAllSessions({ caller }: { caller: SignedInMember }): Promise<void> {
  await endSessions(caller.memberId);
}
