import type { SignedInMember } from "#lib/auth/caller.ts";
import { endSessions } from "#lib/storage/accounts.ts";

/** Signs the member out everywhere, here too. */
export async function endAllSessions({ caller }: { caller: SignedInMember }): Promise<void> {
  await endSessions(caller.memberId);
}
