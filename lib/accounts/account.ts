import { config } from "#lib/config.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { SessionResource } from "./contract.ts";
import { hasSecondFactor, mustHaveSecondFactor } from "./second-factor-rule.ts";
import { type Account, selectAccount } from "./store.ts";

/** The member's own account. Throws `unauthorized` if the member was removed a moment ago. */
export async function getAccount({ memberId }: Pick<SignedInMember, "memberId">): Promise<Account> {
  const account = await selectAccount(memberId);
  if (account) return account;
  throw sessionEnded();
}

export function sessionEnded(): AppError {
  return new AppError("unauthorized", { message: "Not signed in, or the session has ended" });
}

/** The signed-in member and their organization; null without a session. */
export async function getSession({
  caller,
}: {
  caller: SignedInMember | undefined;
}): Promise<SessionResource | null> {
  if (!caller) return null;
  const account = await getAccount(caller);
  const { id, email, emailVerifiedAt, role, isGuest, organization, totpSince, passkeyCount } =
    account;
  const environments = config().environments.filter((name) =>
    caller.approvedEnvironments.includes(name),
  );
  return {
    member: { id, email, emailConfirmed: emailVerifiedAt !== null, role, isGuest },
    organization,
    environments,
    secondFactor: hasSecondFactor(account),
    secondFactorRequired: mustHaveSecondFactor({ role, ...organization }),
    authenticatorApp: totpSince !== null,
    passkeys: passkeyCount,
  };
}
