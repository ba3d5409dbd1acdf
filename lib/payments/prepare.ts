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
 * Reserves the recipient's keys, or the escrow key where nobody has registered them, for payments to come; the escrow
 * key for any recipient; for refunds, the keys of the cardholder who has the receipt. Stores nothing. Throws `service_unavailable` during an upgrade.
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
  const { count, refundOf, anyRecipient = false } = request;
  if (refundOf !== undefined) {
    const { place, recipient } = await findRefundPlace({ caller, gateway, paymentId: refundOf });
    const keys = reservedKeys(recipient);
    return { reservations: Array.from({ length: count }, () => reserve("refund", keys, place)) };
  }

  const { organizationId, environment } = caller;
  const recipient = anyRecipient ? undefined : await findNamed(request, environment);
  const place: ReservationPlace = {
    organizationId,
    environment,
    gateway,
    visitId: caller.via === "visit" ? caller.visitId : undefined,
    recipient: anyRecipient ? { kind: "any" } : { kind: "identifiers", hashes: hashesOf(request) },
    cardholderId: recipient?.cardholderId ?? null,
  };
  const keys = reservedKeys(recipient);
  return {
    reservations: Array.from({ length: count }, () => reserve("payment", keys, place)),
  };
}

async function findNamed(request: Preparation, environment: Caller["environment"]) {
  const identifiers = indexRecipient(serviceSecrets().cardIndexer, request);
  return await findRecipient({ environment, identifiers });
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
