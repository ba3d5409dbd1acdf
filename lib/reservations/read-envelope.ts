import { AppError } from "#lib/core/errors.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import {
  checkProtectedHeader,
  type RecipientHeader,
  receiptAad,
  type WrappedKey,
} from "#lib/crypto/envelope.ts";
import { readCoordinates } from "#lib/crypto/p256-point.ts";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import type { SealedParts } from "#lib/crypto/seal-on-server.ts";
import type { EnvelopeFields } from "./contract.ts";
import { type Reserved, readReservation } from "./reservation.ts";

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
 * Checks all that can be checked of an envelope without opening it. Throws `invalid_request` that names the part; not
 * whether the reservation is genuine.
 */
export function readEnvelope({
  reservation,
  sealedReceipt,
  otherRecipients = [],
}: EnvelopeFields): SentEnvelope {
  const reserved = readReservation(reservation);
  if (!reserved) throw invalidEnvelope("reservation", "is not one that prepare has answered");
  requireProtectedHeader(sealedReceipt.protected);
  if (sealedReceipt.aad !== receiptAad(reserved.paymentId)) {
    throw invalidEnvelope("sealedReceipt.aad", "must be of the paymentId of the reservation");
  }
  const [first, ...others] = reserved.keys;
  requireKeyOf(sealedReceipt, first, "sealedReceipt");
  const { iv, ciphertext, tag } = sealedReceipt;
  return {
    reservation,
    reserved,
    parts: {
      protectedHeader: sealedReceipt.protected,
      iv: decode(iv),
      ciphertext: decode(ciphertext),
      tag: decode(tag),
    },
    wraps: [toWrappedKey(sealedReceipt), ...readOthers(others, otherRecipients)],
  };
}

/** Each of the other keys once, in the order of the reservation. */
function readOthers(keys: Reserved["keys"][number][], sent: readonly Wrap[]): WrappedKey[] {
  if (sent.length !== keys.length) {
    const reason = `must have ${keys.length} entries, one for each of otherKeys`;
    throw invalidEnvelope("otherRecipients", reason);
  }
  return keys.map((key) => {
    const place = sent.findIndex(({ header }) => header.kid === key.keyId);
    const recipient = sent[place];
    if (!recipient) throw invalidEnvelope("otherRecipients", "must have one for each of otherKeys");
    requireKeyOf(recipient, key, `otherRecipients[${place}]`);
    return toWrappedKey(recipient);
  });
}

const algorithms: Record<KeyKind, RecipientHeader["alg"]> = {
  "RSA-2048": "RSA-OAEP-256",
  "P-256": "ECDH-ES+A256KW",
};

function requireKeyOf({ header }: Wrap, key: Reserved["keys"][number], part: string): void {
  const { kid, alg } = header;
  if (kid !== key.keyId) {
    throw invalidEnvelope(`${part}.header.kid`, "must be the keyId of the reservation");
  }
  const expected = algorithms[key.kind];
  if (alg !== expected) {
    throw invalidEnvelope(`${part}.header.alg`, `must be ${expected} for this key`);
  }
}

function requireProtectedHeader(encoded: string): void {
  try {
    checkProtectedHeader(encoded);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw invalidEnvelope("sealedReceipt.protected", 'must be {"enc":"A256GCM"} as base64url');
  }
}

function toWrappedKey({ header, encrypted_key }: Wrap): WrappedKey {
  const ephemeralKey = header.alg === "RSA-OAEP-256" ? null : (readCoordinates(header.epk) ?? null);
  return { encryptedKey: decode(encrypted_key), ephemeralKey };
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

/** The refusal of an envelope or its reservation, before anything is charged. */
export function invalidEnvelope(part: string, reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `${part}: ${reason}`,
  });
}
