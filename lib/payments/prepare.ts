import type { Caller } from "#lib/core/caller.ts";
import { createId } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { keyKindOf } from "#lib/crypto/recipient-key.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { findRecipient } from "#lib/recipients/find-recipient.ts";
import { hashesOf, indexRecipient } from "#lib/recipients/identifier.ts";
import { RESERVED_MINUTES, type ReservationList } from "#lib/reservations/contract.ts";
import { requireTillsMaySeal } from "#lib/reservations/require-tills-may-seal.ts";
import {
  issueReservation,
  type ReservationPlace,
  type Reserved,
} from "#lib/reservations/reservation.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Preparation } from "./contract-prepare.ts";
import { findRefundPlace } from "./prepare-refund.ts";

/**
 * Reserves keys for future payments, or for refunds of a payment: those of the cardholder, or the escrow key for an
 * unregistered recipient and for any recipient. Stores nothing. Throws `service_unavailable` during an upgrade, and
 * what findRefundPlace throws.
 */
export async function preparePayments({
  caller,
  gateway,
  request,
}: {
  caller: Caller;
  gateway: GatewayName;
  request: Preparation;
}): Promise<ReservationList> {
  await requireTillsMaySeal();
  const { count, refundOf } = request;
  const { place, recipient } =
    refundOf === undefined
      ? await findPaymentPlace(caller, gateway, request)
      : await findRefundPlace({ caller, gateway, paymentId: refundOf });
  const kind = refundOf === undefined ? "payment" : "refund";
  const keys = reservedKeys(recipient);
  return { reservations: Array.from({ length: count }, () => reserve(kind, keys, place)) };
}

type ReservedPlace = { place: ReservationPlace; recipient: Recipient | undefined };

async function findPaymentPlace(
  caller: Caller,
  gateway: GatewayName,
  request: Preparation,
): Promise<ReservedPlace> {
  const { organizationId, environment } = caller;
  const visitId = caller.via === "visit" ? caller.visitId : undefined;
  const common = { organizationId, environment, gateway, visitId };
  if (request.anyRecipient) {
    const place = { ...common, recipient: { kind: "any" as const }, cardholderId: null };
    return { place, recipient: undefined };
  }
  const identifiers = indexRecipient(serviceSecrets().cardIndexer, request);
  const recipient = await findRecipient({ environment, identifiers });
  const named = { kind: "identifiers" as const, hashes: hashesOf(request) };
  const cardholderId = recipient?.cardholderId ?? null;
  return { place: { ...common, recipient: named, cardholderId }, recipient };
}

type ReservedKeys = ReturnType<typeof reservedKeys>;

/** Those of each device, or the escrow key. */
function reservedKeys(recipient: Recipient | undefined) {
  if (recipient) {
    const [first, ...others] = recipient.keys;
    const keys = [withKind(first), ...others.map(withKind)] as const;
    return { keyKind: "cardholder" as const, escrowVersion: null, keys };
  }
  const { version, keyId, publicKeyPem: publicKey } = serviceSecrets().escrow.current;
  const keys = [withKind({ keyId, publicKey })] as const;
  return { keyKind: "escrow" as const, escrowVersion: version, keys };
}

/** Once for all reservations of a call, since it reads the key. */
function withKind({ keyId, publicKey }: { keyId: string; publicKey: string }) {
  return { named: { keyId, publicKey }, reserved: { keyId, kind: keyKindOf(publicKey) } };
}

function reserve(
  kind: "payment" | "refund",
  { keyKind, escrowVersion, keys: [first, ...others] }: ReservedKeys,
  place: ReservationPlace,
) {
  const paymentId = createId(kind);
  const expiresAt = new Date(Date.now() + RESERVED_MINUTES[keyKind] * 60_000);
  const about: Omit<Reserved, "keyVersion"> = {
    paymentId,
    expiresAt: expiresAt.getTime(),
    escrowVersion,
    ...(place.recipient.kind === "any" && { anyRecipient: true as const }),
    keys: [first.reserved, ...others.map(({ reserved }) => reserved)],
  };
  return {
    reservation: issueReservation(about, place),
    paymentId,
    ...first.named,
    keyKind,
    expiresAt,
    ...(others.length > 0 && { otherKeys: others.map(({ named }) => named) }),
  };
}
