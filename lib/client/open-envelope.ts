import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import type { Envelope, Schemas } from "./schemas.ts";

/**
 * Opens an envelope on this device, for RSA-2048 and P-256 keys. Throws CryptoError: `wrong_payment`, `wrong_key`
 * (tampering included), `malformed_envelope`, `unsupported_algorithm`, or what its key has wrong.
 */
export async function openEnvelope(
  envelope: Envelope,
  { paymentId, privateKey }: { paymentId: string; privateKey: string | CryptoKey },
): Promise<Schemas["Receipt"]> {
  const key = typeof privateKey === "string" ? await importPrivateKey(privateKey) : privateKey;
  const receipt = await openReceipt({ sealed: envelope, paymentId, privateKey: key });
  // Whoever sealed it wrote these fields; the service checked only those of a receipt that it sealed.
  return receipt as Schemas["Receipt"];
}
