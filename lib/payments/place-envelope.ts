import type { WrappedKey } from "#lib/crypto/envelope.ts";
import { rewrapKeys } from "#lib/escrow/rewrap-keys.ts";
import { Places } from "#lib/limits/places.ts";
import { toRecipientColumns } from "#lib/receipts/envelope.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { invalidEnvelope, type SentEnvelope } from "#lib/reservations/read-envelope.ts";
import { isIssuedFor, type ReservationPlace } from "#lib/reservations/reservation.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";

/**
 * Creates and refunds that wait for the escrow keys, by organization: one merchant's tills do not hold up another's, and
 * together they leave room for registrations at the key service.
 */
const tillRewraps = new Places({ kind: "till_rewraps", places: 8, queue: 64 });

type Destination = {
  place: Omit<ReservationPlace, "cardholderId">;
  recipient: Recipient | undefined;
};

/**
 * The columns of a payment or refund for an envelope that came sealed. Wraps for devices that were retired since the
 * reservation are dropped, unless no other is left. What was sealed for the escrow is wrapped again for a cardholder who
 * is registered by now. Throws `invalid_request` where the reservation is
 * not for this place and recipient, or has expired; `rate_limit_exceeded` or `service_unavailable` where too many wait
 * for the escrow keys.
 */
export async function placeEnvelope(envelope: SentEnvelope, destination: Destination) {
  const holder = requireReservation(envelope, destination);
  const { parts, reserved } = envelope;
  const createdAt = new Date();
  const { organizationId } = destination.place;
  return {
    id: reserved.paymentId,
    createdAt,
    matchData: null,
    ...parts,
    ...(await columnsOf(holder, envelope, { organizationId, createdAt })),
  };
}

/** Whose keys are reserved: a cardholder's, or those of the escrow, for a recipient who may be registered by now. */
type Holder =
  | { escrowVersion: null; recipient: Recipient }
  | { escrowVersion: number; recipient: Recipient | undefined };

function requireReservation(envelope: SentEnvelope, { place, recipient }: Destination): Holder {
  const { expiresAt, escrowVersion } = envelope.reserved;
  const holder = findHolder(escrowVersion, recipient);
  if (!holder) throw wrongRecipient();
  const cardholderId = holder.escrowVersion === null ? holder.recipient.cardholderId : null;
  const bound = { ...place, recipient: boundRecipient(envelope, place), cardholderId };
  if (!isIssuedFor(bound, envelope)) throw wrongRecipient();
  if (expiresAt <= Date.now()) throw unusable("has expired");
  const { versions } = serviceSecrets().escrow;
  if (escrowVersion !== null && !versions.some(({ version }) => version === escrowVersion)) {
    throw unusable("is for a key that has been retired");
  }
  return holder;
}

function findHolder(
  escrowVersion: number | null,
  recipient: Recipient | undefined,
): Holder | undefined {
  if (escrowVersion !== null) return { escrowVersion, recipient };
  return recipient && { escrowVersion, recipient };
}

/** Whom the reservation must have been issued for. A credit note is always for the holder of its sale. */
function boundRecipient(
  { reserved }: SentEnvelope,
  { recipient }: Destination["place"],
): ReservationPlace["recipient"] {
  return reserved.anyRecipient && recipient.kind === "identifiers" ? { kind: "any" } : recipient;
}

/** Who can open it, or that it waits. */
async function columnsOf(
  { escrowVersion, recipient }: Holder,
  envelope: SentEnvelope,
  { organizationId, createdAt }: { organizationId: string; createdAt: Date },
) {
  if (escrowVersion === null) {
    const { keys, wraps } = keepActive(envelope, recipient);
    return { ...delivered(recipient, keys, wraps), sealingPlace: "till" as const };
  }
  const sealingPlace = "till_for_escrow" as const;
  const rewrap = (publicKeys: readonly string[]) =>
    tillRewraps.run(organizationId, () => rewrapFor(publicKeys, envelope, escrowVersion));
  if (recipient) {
    const rewrapped = await rewrap(recipient.keys.map(({ publicKey }) => publicKey));
    return { ...delivered(recipient, recipient.keys, rewrapped), sealingPlace };
  }
  const { version, publicKeyPem } = serviceSecrets().escrow.current;
  // No row comes under an earlier version: it may be retired before this is stored.
  const own = escrowVersion === version ? envelope.wraps : await rewrap([publicKeyPem]);
  return { ...waiting(version, createdAt, own), sealingPlace };
}

/** The content key wrapped for other public keys (PEM). Throws `invalid_request` unless it is that of this envelope. */
async function rewrapFor(
  publicKeys: readonly string[],
  { reserved: { paymentId }, parts, wraps: [{ encryptedKey }] }: SentEnvelope,
  escrowVersion: number,
): Promise<WrappedKey[]> {
  const escrowed = { escrowVersion, encryptedKey, parts: { ...parts, paymentId } };
  const [{ rewrapped } = {}] = await rewrapKeys([escrowed], publicKeys, "recent");
  if (rewrapped?.kind === "wrapped") return rewrapped.wraps;
  throw invalidEnvelope(
    "sealedReceipt.encrypted_key",
    "must be the content key of this envelope, wrapped for the reserved key",
  );
}

type Keys = readonly [{ keyId: string }, ...{ keyId: string }[]];

/**
 * The reserved keys of devices that were not retired since, with their wraps; all of them where none is left. A device
 * whose key was replaced still has the old one.
 */
function keepActive(
  { reserved: { keys }, wraps }: SentEnvelope,
  recipient: Recipient,
): { keys: Keys; wraps: readonly WrappedKey[] } {
  const isActive = (keyId: string | undefined) =>
    recipient.keys.some((key) => key.keyId === keyId || key.previousKeyId === keyId);
  const [first, ...others] = keys.filter(({ keyId }) => isActive(keyId));
  if (!first) return { keys, wraps };
  return { keys: [first, ...others], wraps: wraps.filter((_, at) => isActive(keys[at]?.keyId)) };
}

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

function wrongRecipient() {
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
