import type { SignedInMember } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { type Account, findAccount } from "#lib/storage/accounts.ts";

/** The member's own account. Throws `unauthorized` for one that was removed a moment ago. */
export async function getAccount({ memberId }: SignedInMember): Promise<Account> {
  const account = await findAccount(memberId);
  if (account) return account;
  throw new AppError("unauthorized", { message: "Not signed in, or the session has ended" });
}
