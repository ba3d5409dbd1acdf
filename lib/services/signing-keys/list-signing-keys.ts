import type { MemberCaller } from "#lib/auth/caller.ts";
import type { SigningKeyResource } from "#lib/contract/signing-keys.ts";
import { listSigningKeys } from "#lib/storage/signing-keys.ts";

/** The merchant's keys in the environment, the latest first. */
export async function listMerchantSigningKeys({
  caller,
}: {
  caller: MemberCaller;
}): Promise<SigningKeyResource[]> {
  const keys = await listSigningKeys(caller);
  return keys.map((key) => ({ ...key, createdAt: key.createdAt.toISOString() }));
}
