import { rewrapKeys } from "#lib/escrow/release.ts";
import { toRecipientColumns } from "#lib/receipts/envelope.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { invalidEnvelope, type SentEnvelope } from "#lib/reservations/read-envelope.ts";
import { isIssuedFor, type ReservationPlace } from "#lib/reservations/reservation.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";

/**
 * The columns of a payment or refund for an envelope that came sealed. It is under the keys of its reservation, which
 * a wallet keeps when they are replaced; what was sealed for the escrow is wrapped again for a cardholder who has
 * registered since. Throws `invalid_request` where the reservation is not for this place and recipient, or has
 * expired.
 */
export async function placeEnvelope(
  envelope: SentEnvelope,
  {
    place,
    recipient,
  }: { place: Omit<ReservationPlace, "cardholderId">; recipient: Recipient | undefined },
) {
  const { reserved, parts, wraps } = envelope;
  const { escrowVersion, keys } = reserved;
  const reservedFor = escrowVersion === null ? (recipient?.cardholderId ?? null) : null;
  requireReservation(envelope, { ...place, cardholderId: reservedFor });

  const createdAt = new Date();
  const common = { id: reserved.paymentId, createdAt, matchData: null, ...parts };
  if (escrowVersion === null) {
    if (!recipient) throw notForThem();
    const [{ keyId }] = keys;
    const keyIds = keys.map((key) => key.keyId);
    const holder = { receiptStatus: "sealed" as const, cardholderId: recipient.cardholderId };
    return {
      ...common,
      ...holder,
      ...{ keyId, escrowVersion: null, escrowedAt: null, sealingPlace: "till" as const },
      ...toRecipientColumns(keyIds, wraps),
    };
  }

  const sealingPlace = "till_for_escrow" as const;
  if (recipient) {
    const [{ encryptedKey }] = wraps;
    const publicKeys = recipient.keys.map(({ publicKey }) => publicKey);
    const [{ rewrapped } = {}] = await rewrapKeys([{ escrowVersion, encryptedKey }], publicKeys);
    if (rewrapped?.kind !== "wrapped") {
      throw invalidEnvelope("sealedReceipt.encrypted_key", "must open with the reserved key");
    }
    const keyIds = recipient.keys.map(({ keyId }) => keyId);
    const { cardholderId } = recipient;
    return {
      ...common,
      ...{ receiptStatus: "sealed" as const, cardholderId, keyId: recipient.keys[0].keyId },
      ...{ escrowVersion: null, escrowedAt: null, sealingPlace },
      ...toRecipientColumns(keyIds, rewrapped.wraps),
    };
  }
  return {
    ...common,
    ...{ receiptStatus: "escrowed" as const, cardholderId: null, keyId: null },
    ...{ escrowVersion, escrowedAt: createdAt, sealingPlace },
    ...toRecipientColumns([null], wraps),
  };
}

function requireReservation(
  { reservation, reserved: { expiresAt, escrowVersion } }: SentEnvelope,
  place: ReservationPlace,
): void {
  if (!isIssuedFor(place, reservation)) throw notForThem();
  const { versions } = serviceSecrets().escrow;
  const isKnown =
    escrowVersion === null || versions.some(({ version }) => version === escrowVersion);
  if (expiresAt > Date.now() && isKnown) return;
  throw invalidEnvelope(
    "reservation",
    "has expired; call prepare for a new one, and seal the receipt again",
  );
}

function notForThem() {
  return invalidEnvelope(
    "reservation",
    "is not for this organization, environment, gateway, and recipient, or the recipient has changed since; call " +
      "prepare for a new one, and seal the receipt again",
  );
}
