import type { PaymentRequest } from "#lib/client/payments.ts";
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { drawIv } from "#lib/crypto/draw-random.ts";
import type { ReceiptCopy } from "./entry.ts";

/** AES-GCM, bound to the id of the entry. */
export async function encryptCopy(
  sale: PaymentRequest,
  { key, id }: { key: CryptoKey; id: string },
): Promise<ReceiptCopy> {
  const iv = drawIv();
  const algorithm = { name: "AES-GCM", iv, additionalData: encodeUtf8(id) };
  const data = await crypto.subtle.encrypt(algorithm, key, encodeUtf8(JSON.stringify(sale)));
  return { iv: encodeBase64Url(iv), data: encodeBase64Url(new Uint8Array(data)) };
}

/** Throws where the copy was changed, or the key is another. */
export async function decryptCopy(
  { iv, data }: ReceiptCopy,
  { key, id }: { key: CryptoKey; id: string },
): Promise<PaymentRequest> {
  const additionalData = encodeUtf8(id);
  const algorithm = { name: "AES-GCM", iv: decodeBase64Url(iv), additionalData };
  const bytes = await crypto.subtle.decrypt(algorithm, key, decodeBase64Url(data));
  return JSON.parse(new TextDecoder().decode(bytes));
}
