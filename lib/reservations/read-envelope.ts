import { AppError } from "#lib/core/errors.ts";
import { type RecipientHeader, receiptAad, type WrappedKey } from "#lib/crypto/envelope.ts";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import type { SealedParts } from "#lib/crypto/seal-on-server.ts";
import type { EnvelopeFields } from "./contract.ts";
import { type Reserved, type ReservedKey, readReservation } from "./reservation.ts";

/** An envelope that has the form of its reservation, which is still to be proven. */
export type SentEnvelope = {
  /** The text of the reservation. */
  reservation: string;
  reserved: Reserved;
  parts: SealedParts;
  /** For the keys of the reservation, in their order. */
  wraps: readonly [WrappedKey, ...WrappedKey[]];
};

type Wrap = Pick<EnvelopeFields["sealedReceipt"], "header" | "encrypted_key">;

/**
 * Compares an envelope, of which the schema has checked every part alone, with its reservation. Throws
 * `invalid_request` that names the part; not whether the reservation is genuine.
 */
export function readEnvelope({
  reservation,
  sealedReceipt,
  otherRecipients = [],
}: EnvelopeFields): SentEnvelope {
  const reserved = readReservation(reservation);
  if (!reserved) throw invalidEnvelope("reservation", "was not issued by prepare");
  if (sealedReceipt.aad !== receiptAad(reserved.paymentId)) {
    throw invalidEnvelope(
      "sealedReceipt.aad",
      'must be {"paymentId":"…","v":1} as base64url, with the paymentId of the reservation',
    );
  }
  const [first, ...others] = reserved.keys;
  requireKeyOf(sealedReceipt, first, "sealedReceipt");
  const { protected: protectedHeader, iv, ciphertext, tag } = sealedReceipt;
  return {
    reservation,
    reserved,
    parts: { protectedHeader, iv: decode(iv), ciphertext: decode(ciphertext), tag: decode(tag) },
    wraps: [toWrappedKey(sealedReceipt), ...readOthers(others, otherRecipients)],
  };
}

/** One for each of the other keys, in the order of the reservation. */
function readOthers(keys: ReservedKey[], sent: readonly Wrap[]): WrappedKey[] {
  if (sent.length !== keys.length) {
    throw invalidEnvelope(
      "otherRecipients",
      keys.length === 0
        ? "must be absent or empty, as the reservation has no otherKeys"
        : `must have one for each of otherKeys, ${keys.length} in all`,
    );
  }
  return keys.map((key, place) => {
    const at = sent.findIndex(({ header }) => header.kid === key.keyId);
    const recipient = sent[at];
    if (!recipient) {
      const reason = `must have one whose header.kid is the keyId of otherKeys[${place}]`;
      throw invalidEnvelope("otherRecipients", reason);
    }
    requireKeyOf(recipient, key, `otherRecipients[${at}]`);
    return toWrappedKey(recipient);
  });
}

const algorithms: Record<KeyKind, RecipientHeader["alg"]> = {
  "RSA-2048": "RSA-OAEP-256",
  "P-256": "ECDH-ES+A256KW",
};

function requireKeyOf({ header }: Wrap, key: ReservedKey, part: string): void {
  if (header.kid !== key.keyId) {
    throw invalidEnvelope(`${part}.header.kid`, "must be the keyId of the reservation");
  }
  const expected = algorithms[key.kind];
  if (header.alg !== expected) {
    throw invalidEnvelope(`${part}.header.alg`, `must be ${expected} for this key`);
  }
}

function toWrappedKey({ header, encrypted_key }: Wrap): WrappedKey {
  const encryptedKey = decode(encrypted_key);
  if (header.alg === "RSA-OAEP-256") return { encryptedKey, ephemeralKey: null };
  const { x, y } = header.epk;
  // SEC 1, section 2.3.3: 4 for an uncompressed point. The schema knows that it is one.
  return { encryptedKey, ephemeralKey: new Uint8Array([4, ...decode(x), ...decode(y)]) };
}

/** By Node's decoder, the fastest: the schema has refused every other spelling. */
function decode(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, "base64url");
}

/** The refusal of an envelope or its reservation, before anything is charged. */
export function invalidEnvelope(part: string, reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `${part}: ${reason}`,
  });
}
