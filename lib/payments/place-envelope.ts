import type { WrappedKey } from "#lib/crypto/envelope.ts";
import { rewrapKeys } from "#lib/escrow/release.ts";
import { toRecipientColumns } from "#lib/receipts/envelope.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { invalidEnvelope, type SentEnvelope } from "#lib/reservations/read-envelope.ts";
import { isIssuedFor, type ReservationPlace } from "#lib/reservations/reservation.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";

type Placing = {
  place: Omit<ReservationPlace, "cardholderId">;
  recipient: Recipient | undefined;
};

/**
 * The columns of a payment or refund for an envelope that came sealed. It is under the keys of its reservation, which
 * a wallet keeps when they are replaced; what was sealed for the escrow is wrapped again for a cardholder who is
 * registered by now. Throws `invalid_request` where the reservation is not for this place and recipient, or has
 * expired.
 */
export async function placeEnvelope(envelope: SentEnvelope, { place, recipient }: Placing) {
  requireReservation(envelope, { place, recipient });
  const { parts, reserved } = envelope;
  const createdAt = new Date();
  return {
    id: reserved.paymentId,
    createdAt,
    matchData: null,
    ...parts,
    ...(await holderOf(envelope, recipient, createdAt)),
  };
}

function requireReservation(envelope: SentEnvelope, { place, recipient }: Placing): void {
  const { expiresAt, escrowVersion } = envelope.reserved;
  const isForEscrow = escrowVersion !== null;
  const cardholderId = isForEscrow ? null : recipient?.cardholderId;
  const bound = { ...place, recipient: boundRecipient(envelope, place) };
  if (cardholderId === undefined || !isIssuedFor({ ...bound, cardholderId }, envelope)) {
    throw notForThem();
  }
  if (expiresAt <= Date.now()) throw unusable("has expired");
  const { versions } = serviceSecrets().escrow;
  if (isForEscrow && !versions.some(({ version }) => version === escrowVersion)) {
    throw unusable("is for a key that has been retired");
  }
}

/** Whom the reservation must have been issued for. A credit note is always for the holder of its sale. */
function boundRecipient(
  { reserved }: SentEnvelope,
  { recipient }: Placing["place"],
): ReservationPlace["recipient"] {
  return reserved.anyRecipient && recipient.kind === "identifiers" ? { kind: "any" } : recipient;
}

/** Who can open it, or that it waits. */
async function holderOf(
  { reserved: { escrowVersion, keys }, wraps }: SentEnvelope,
  recipient: Recipient | undefined,
  createdAt: Date,
) {
  if (escrowVersion === null) {
    if (!recipient) throw notForThem();
    return { ...delivered(recipient, keys, wraps), sealingPlace: "till" as const };
  }
  const sealingPlace = "till_for_escrow" as const;
  if (!recipient) return { ...waiting(escrowVersion, createdAt, wraps), sealingPlace };

  const publicKeys = recipient.keys.map(({ publicKey }) => publicKey);
  const [{ encryptedKey }] = wraps;
  const [{ rewrapped } = {}] = await rewrapKeys([{ escrowVersion, encryptedKey }], publicKeys);
  if (rewrapped?.kind !== "wrapped") {
    throw invalidEnvelope("sealedReceipt.encrypted_key", "must open with the reserved key");
  }
  return { ...delivered(recipient, recipient.keys, rewrapped.wraps), sealingPlace };
}

type Keys = readonly [{ keyId: string }, ...{ keyId: string }[]];

function delivered({ cardholderId }: Recipient, keys: Keys, wraps: readonly WrappedKey[]) {
  const keyIds = keys.map(({ keyId }) => keyId);
  return {
    receiptStatus: "sealed" as const,
    cardholderId,
    keyId: keys[0].keyId,
    escrowVersion: null,
    escrowedAt: null,
    ...toRecipientColumns(keyIds, wraps),
  };
}

function waiting(escrowVersion: number, escrowedAt: Date, wraps: readonly WrappedKey[]) {
  return {
    receiptStatus: "escrowed" as const,
    cardholderId: null,
    keyId: null,
    escrowVersion,
    escrowedAt,
    ...toRecipientColumns([null], wraps),
  };
}

function notForThem() {
  return unusable(
    "is not for this organization, environment, gateway, and recipient, or the recipient has changed since",
  );
}

function unusable(reason: string) {
  return invalidEnvelope(
    "reservation",
    `${reason}; call prepare for a new one, and seal the receipt again`,
  );
}
