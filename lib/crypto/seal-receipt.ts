import { type Bytes, encodeBase64Url, encodeUtf8, wipe } from "./bytes.ts";
import { wrapContentKey } from "./content-key.ts";
import { CryptoError } from "./crypto-error.ts";
import { drawContentKey, drawIv } from "./draw-random.ts";
import {
  protectedHeader,
  type RecipientHeader,
  receiptAad,
  recipientHeader,
  type SealedReceipt,
  type WrappedKey,
} from "./envelope.ts";
import { importPublicKey, type PublicKey } from "./recipient-key.ts";
import { type MerchantSigningKey, signReceipt } from "./sign-receipt.ts";

export type { MerchantSigningKey } from "./sign-receipt.ts";

/** A public key that the service names for a receipt: SPKI, as PEM. */
type NamedKey = { keyId: string; publicKey: string };

/** What the service answered before the sale: for which payment and whose keys a receipt may be sealed. */
export type Reservation = NamedKey & {
  /** Opaque: it goes back to the service with the envelope. */
  reservation: string;
  paymentId: string;
  otherKeys?: readonly NamedKey[] | undefined;
};

/** What goes into the body of the payment or refund in place of the receipt. */
export type SealedAtTill = {
  reservation: string;
  sealedReceipt: SealedReceipt & { protected: typeof protectedHeader };
  /** One for each of the reservation's `otherKeys`, as JWE's general form has them (RFC 7516 section 7.2.1). */
  otherRecipients?: { header: RecipientHeader; encrypted_key: string }[];
};

/** The plaintext is padded to steps of so many bytes, so that its length says little about what was bought. */
export const PADDED_TO = 1024;

/**
 * Seals a receipt to the keys of a reservation, on the device that has it: the service gets the envelope alone. Beside
 * the fields of the receipt it holds `paymentId`, `sealedTo` (the RFC 7638 thumbprint of the key, or a list of
 * them), and `sealedAt`; with a signing key also `merchantSignature` over all of these. The cardholder reads every
 * field: hashes of the recipient and tokens of a card (`cardNonce`, `customer`) are not part of a receipt.
 *
 * Throws `malformed_receipt`, also for a receipt that already has one of these four fields (the same `paymentId` may be
 * there); for a key of the reservation what importPublicKey throws, and for one of the merchant what signReceipt throws.
 */
export async function sealReceipt(
  reservation: Reservation,
  receipt: object,
  signingKey?: MerchantSigningKey,
): Promise<SealedAtTill> {
  const { paymentId, otherKeys = [] } = reservation;
  const fields = readFields(receipt, paymentId);
  const keys = await Promise.all([readKey(reservation), ...otherKeys.map(readKey)]);
  const [sealedTo, ...others] = keys.map(({ key: { thumbprint } }) => thumbprint);
  const sealed = {
    ...fields,
    paymentId,
    sealedTo: others.length > 0 ? [sealedTo, ...others] : sealedTo,
    sealedAt: "till",
  };
  const merchantSignature = signingKey && (await signReceipt(sealed, signingKey));
  const plaintext = pad(JSON.stringify({ ...sealed, merchantSignature }));
  return { reservation: reservation.reservation, ...(await encryptTo(keys, plaintext, paymentId)) };
}

/** As its JSON has them. */
function readFields(receipt: object, paymentId: string): Record<string, unknown> {
  const fields: Record<string, unknown> = JSON.parse(toJson(receipt));
  const names = ["sealedTo", "sealedAt", "merchantSignature"];
  if (fields.paymentId !== paymentId) names.push("paymentId");
  const taken = names.find((name) => Object.hasOwn(fields, name));
  if (taken === undefined) return fields;
  throw new CryptoError("malformed_receipt", `A receipt gets its ${taken} when it is sealed.`);
}

function toJson(receipt: object): string {
  try {
    const json = JSON.stringify(receipt);
    if (json.startsWith("{")) return json;
  } catch {
    // Said below.
  }
  throw new CryptoError("malformed_receipt", "A receipt is an object that JSON can carry.");
}

type RecipientOfSeal = { keyId: string; key: PublicKey };

async function readKey({ keyId, publicKey }: NamedKey): Promise<RecipientOfSeal> {
  return { keyId, key: await importPublicKey(publicKey) };
}

/** With blanks up to the next step, which JSON allows (RFC 8259 section 2). */
function pad(json: string): Bytes {
  const bytes = encodeUtf8(json);
  const padded = new Uint8Array(Math.ceil(bytes.length / PADDED_TO) * PADDED_TO).fill(0x20);
  padded.set(bytes);
  return padded;
}

type Recipients = [RecipientOfSeal, ...RecipientOfSeal[]];

async function encryptTo([one, ...rest]: Recipients, plaintext: Bytes, paymentId: string) {
  const contentKey = drawContentKey();
  try {
    const [content, first, ...others] = await Promise.all([
      encrypt(plaintext, contentKey, receiptAad(paymentId)),
      wrapTo(one, contentKey),
      ...rest.map((other) => wrapTo(other, contentKey)),
    ]);
    const sealedReceipt = { ...content, ...first };
    return { sealedReceipt, ...(others.length > 0 && { otherRecipients: others }) };
  } finally {
    wipe(contentKey);
  }
}

async function wrapTo({ keyId, key }: RecipientOfSeal, contentKey: Bytes) {
  const wrapped: WrappedKey = await wrapContentKey(contentKey, key.key);
  return {
    header: recipientHeader(keyId, wrapped),
    encrypted_key: encodeBase64Url(wrapped.encryptedKey),
  };
}

/** A256GCM (RFC 7518 section 5.3), its additional data as RFC 7516 section 5.1 step 14 has it. */
async function encrypt(plaintext: Bytes, contentKey: Bytes, aad: string) {
  const iv = drawIv();
  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const additionalData = encodeUtf8(`${protectedHeader}.${aad}`);
  const algorithm = { name: "AES-GCM", iv, additionalData, tagLength: 128 };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext));
  return {
    protected: protectedHeader,
    iv: encodeBase64Url(iv),
    ciphertext: encodeBase64Url(encrypted.slice(0, -16)),
    tag: encodeBase64Url(encrypted.slice(-16)),
    aad,
  };
}
