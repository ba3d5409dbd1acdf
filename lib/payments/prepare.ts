import type { Caller } from "#lib/core/caller.ts";
import { createId } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { keyKindOf } from "#lib/crypto/recipient-key.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { findRecipient } from "#lib/recipients/find-recipient.ts";
import { hashesOf, indexRecipient } from "#lib/recipients/identifier.ts";
import { RESERVED_MINUTES, type ReservationList } from "#lib/reservations/contract.ts";
import { issueReservation, type ReservationPlace } from "#lib/reservations/reservation.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Preparation } from "./contract-prepare.ts";
import { findRefundPlace } from "./prepare-refund.ts";

/**
 * Reserves the recipient's keys, or the escrow key where nobody has registered them, for payments to come; for refunds,
 * the keys of the cardholder who has the receipt. Stores nothing.
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
  const { count, refundOf } = request;
  if (refundOf !== undefined) {
    const { place, recipient } = await findRefundPlace({ caller, gateway, paymentId: refundOf });
    const keys = reservedKeys(recipient);
    return { reservations: Array.from({ length: count }, () => reserve("refund", keys, place)) };
  }

  const { organizationId, environment } = caller;
  const identifiers = indexRecipient(serviceSecrets().cardIndexer, request);
  const recipient = await findRecipient({ environment, identifiers });
  const place = {
    organizationId,
    environment,
    gateway,
    visitId: caller.via === "visit" ? caller.visitId : undefined,
    recipient: { kind: "identifiers" as const, hashes: hashesOf(request) },
    cardholderId: recipient?.cardholderId ?? null,
  };
  const keys = reservedKeys(recipient);
  return {
    reservations: Array.from({ length: count }, () => reserve("payment", keys, place)),
  };
}

type ReservedKeys = ReturnType<typeof reservedKeys>;

/** Those of each device, or the escrow key. */
function reservedKeys(recipient: Recipient | undefined) {
  if (recipient) {
    const [first, ...others] = recipient.keys;
    return { keyKind: "cardholder" as const, escrowVersion: null, first, others };
  }
  const { version, keyId, publicKeyPem } = serviceSecrets().escrow.current;
  const first = { keyId, publicKey: publicKeyPem };
  return { keyKind: "escrow" as const, escrowVersion: version, first, others: [] };
}

function reserve(
  kind: "payment" | "refund",
  { keyKind, escrowVersion, first, others }: ReservedKeys,
  place: ReservationPlace,
) {
  const paymentId = createId(kind);
  const expiresAt = new Date(Date.now() + RESERVED_MINUTES[keyKind] * 60_000);
  const withKind = ({ keyId, publicKey }: ReservedKeys["first"]) => {
    return { keyId, kind: keyKindOf(publicKey) };
  };
  const about = {
    paymentId,
    expiresAt: expiresAt.getTime(),
    escrowVersion,
    keys: [withKind(first), ...others.map(withKind)] as const,
  };
  return {
    reservation: issueReservation({ ...about, keys: [...about.keys] }, place),
    paymentId,
    ...first,
    keyKind,
    expiresAt,
    ...(others.length > 0 && { otherKeys: others }),
  };
}
