import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Tenant } from "#lib/core/caller.ts";
import { isId } from "#lib/core/ids.ts";
import { keyIdText } from "#lib/core/text.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { keyKinds } from "#lib/crypto/recipient-key.ts";
import type { RecipientKind } from "#lib/recipients/identifier.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";

// [Note: reservations]
//
// A reservation is stored nowhere. Its text says for which payment and keys it is, and until when, which its answer
// says as well; the rest of what it is bound to is in the MAC alone, so that the text tells no more about a card than
// a payment would: the organization and environment, the gateway, the recipient, and which cardholder that led to.

/** Whom a receipt is for, as the caller names it. */
type ReservedRecipient =
  | { kind: "identifiers"; hashes: readonly (readonly [RecipientKind, string])[] }
  /** Of a refund: the holder of its sale's receipt. */
  | { kind: "sale"; paymentId: string }
  /** Of a payment: any recipient that its create names. */
  | { kind: "any" };

/** What is known of a reservation from its text. */
export type Reserved = z.output<typeof reserved>;

export type ReservedKey = z.output<typeof reservedKey>;

/** What the reservation holds for beside that. */
export type ReservationPlace = Tenant & {
  gateway: GatewayName;
  visitId?: string | undefined;
  recipient: ReservedRecipient;
  /** Null for the escrow. */
  cardholderId: string | null;
};

const reservedKey = z.strictObject({ keyId: keyIdText, kind: z.enum(keyKinds) });

const reserved = z.strictObject({
  paymentId: z.string().refine((id) => isId("payment", id) || isId("refund", id)),
  /** Milliseconds since 1970 */
  expiresAt: z.int(),
  /** The version of the escrow key; null where the keys are a cardholder's. */
  escrowVersion: z.int().nullable(),
  /** Absent where it is for one recipient. */
  anyRecipient: z.literal(true).optional(),
  /** The first one is that of the envelope, and the rest are of `otherRecipients`. */
  keys: z.tuple([reservedKey], reservedKey),
  /** Of the key of the MAC */
  keyVersion: z.int(),
});

/** The text of a new reservation. */
export function issueReservation(
  about: Omit<Reserved, "keyVersion">,
  place: ReservationPlace,
): string {
  const [[keyVersion] = []] = serviceSecrets().reservationKeys;
  if (keyVersion === undefined) throw new Error("there is no current key of reservations");
  const content = Buffer.from(JSON.stringify({ ...about, keyVersion })).toString("base64url");
  return writeReservation(content, place, keyVersion);
}

/** What the text says, which is still to be proven; undefined for what is no reservation. */
export function readReservation(text: string): Reserved | undefined {
  const content = /^rsv_([\w-]+)\.[\w-]{43}$/.exec(text)?.[1];
  if (content === undefined) return undefined;
  try {
    return reserved.safeParse(JSON.parse(Buffer.from(content, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** Whether this service issued the text for this place. `reserved` is what the text says. */
export function isIssuedFor(
  place: ReservationPlace,
  { reservation, reserved }: { reservation: string; reserved: Reserved },
): boolean {
  const content = reservation.slice(PREFIX.length, reservation.lastIndexOf("."));
  const expected = Buffer.from(writeReservation(content, place, reserved.keyVersion));
  const given = Buffer.from(reservation);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const PREFIX = "rsv_";

/** Without a MAC where the key is not known: equal to no reservation. */
function writeReservation(content: string, place: ReservationPlace, keyVersion: number): string {
  const key = serviceSecrets().reservationKeys.get(keyVersion);
  if (!key) return "";
  const { organizationId, environment, gateway, visitId = null, recipient, cardholderId } = place;
  const bound = [organizationId, environment, gateway, visitId, recipient, cardholderId, content];
  const mac = createHmac("sha256", key).update(JSON.stringify(bound)).digest("base64url");
  return `${PREFIX}${content}.${mac}`;
}
