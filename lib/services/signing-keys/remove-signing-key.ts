import type { MemberCaller } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { removeSigningKey } from "#lib/storage/signing-keys.ts";

/** Takes no more signatures of the key; those inside of receipts stay as they are. Throws `not_found`. */
export async function removeMerchantSigningKey({
  caller,
  signingKeyId,
}: {
  caller: MemberCaller;
  signingKeyId: string;
}): Promise<void> {
  if (await removeSigningKey(caller, signingKeyId)) return;
  throw new AppError("not_found", { message: "No such signing key" });
}
