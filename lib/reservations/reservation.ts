import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Tenant } from "#lib/core/caller.ts";
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
  /** Of a refund: whoever has the receipt of its sale. */
  | { kind: "sale"; paymentId: string };

/** What is known of a reservation from its text. */
export type Reserved = z.output<typeof reserved>;

/** What the reservation holds for beside that. */
export type ReservationPlace = Tenant & {
  gateway: GatewayName;
  visitId?: string | undefined;
  recipient: ReservedRecipient;
  /** Null for the escrow. */
  cardholderId: string | null;
};

const reserved = z.object({
  paymentId: z.string(),
  /** Milliseconds since 1970 */
  expiresAt: z.int(),
  /** The version of the escrow key; null where the keys are a cardholder's. */
  escrowVersion: z.int().nullable(),
  /** The first one is that of the envelope, and the rest are of `otherRecipients`. */
  keys: z.tuple(
    [z.object({ keyId: z.string(), kind: z.enum(keyKinds) })],
    z.object({ keyId: z.string(), kind: z.enum(keyKinds) }),
  ),
  /** Of the key of the MAC */
  keyVersion: z.int(),
});

const PREFIX = "rsv_";

/** The text of a new reservation. */
export function issueReservation(
  about: Omit<Reserved, "keyVersion">,
  place: ReservationPlace,
): string {
  const [[keyVersion] = []] = serviceSecrets().reservationKeys;
  if (keyVersion === undefined) throw new Error("there is a current key of reservations");
  const content = Buffer.from(JSON.stringify({ ...about, keyVersion })).toString("base64url");
  const mac = computeMac(content, place, keyVersion);
  if (!mac) throw new Error("there is a current key of reservations");
  return `${PREFIX}${content}.${mac.toString("base64url")}`;
}

/** What the text says, which is still to be proven; undefined for what is no reservation. */
export function readReservation(text: string): Reserved | undefined {
  const [content = ""] = text.slice(PREFIX.length).split(".");
  try {
    return reserved.safeParse(JSON.parse(Buffer.from(content, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** Whether this service issued the text for this place. */
export function isIssuedFor(place: ReservationPlace, text: string): boolean {
  const [content = "", mac = "", ...others] = text.slice(PREFIX.length).split(".");
  const about = readReservation(text);
  if (!text.startsWith(PREFIX) || others.length > 0 || !about) return false;
  const expected = computeMac(content, place, about.keyVersion);
  const given = Buffer.from(mac, "base64url");
  return expected?.length === given.length && timingSafeEqual(expected, given);
}

function computeMac(content: string, place: ReservationPlace, keyVersion: number) {
  const key = serviceSecrets().reservationKeys.get(keyVersion);
  if (!key) return undefined;
  const { organizationId, environment, gateway, visitId = null, recipient, cardholderId } = place;
  const bound = [organizationId, environment, gateway, visitId, recipient, cardholderId, content];
  return createHmac("sha256", key).update(JSON.stringify(bound)).digest();
}
