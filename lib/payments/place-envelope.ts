import type { WrappedKey } from "#lib/crypto/envelope.ts";
import { rewrapKeys } from "#lib/escrow/rewrap-keys.ts";
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
async function holderOf(envelope: SentEnvelope, recipient: Recipient | undefined, createdAt: Date) {
  const {
    reserved: { escrowVersion, keys },
    wraps,
  } = envelope;
  if (escrowVersion === null) {
    if (!recipient) throw notForThem();
    return { ...delivered(recipient, keys, wraps), sealingPlace: "till" as const };
  }
  const sealingPlace = "till_for_escrow" as const;
  if (recipient) {
    const publicKeys = recipient.keys.map(({ publicKey }) => publicKey);
    const rewrapped = await rewrapFor(publicKeys, envelope, escrowVersion);
    return { ...delivered(recipient, recipient.keys, rewrapped), sealingPlace };
  }
  const { version, publicKeyPem } = serviceSecrets().escrow.current;
  // No row comes under an earlier version: it may be retired before this is stored.
  const own =
    escrowVersion === version ? wraps : await rewrapFor([publicKeyPem], envelope, escrowVersion);
  return { ...waiting(version, createdAt, own), sealingPlace };
}

/** The content key wrapped for other public keys (PEM). Throws `invalid_request` unless it is that of this envelope. */
async function rewrapFor(
  publicKeys: readonly string[],
  { reserved: { paymentId }, parts, wraps: [{ encryptedKey }] }: SentEnvelope,
  escrowVersion: number,
): Promise<WrappedKey[]> {
  const escrowed = { escrowVersion, encryptedKey, parts: { ...parts, paymentId } };
  const [{ rewrapped } = {}] = await rewrapKeys([escrowed], publicKeys);
  if (rewrapped?.kind === "wrapped") return rewrapped.wraps;
  throw invalidEnvelope(
    "sealedReceipt.encrypted_key",
    "must be the content key of this envelope, wrapped for the reserved key",
  );
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
