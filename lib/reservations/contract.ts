import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import { recipientKeyKinds } from "#lib/core/vocabulary.ts";
import { readCoordinates } from "#lib/crypto/p256-point.ts";

/** How many a till may ask for at once. */
export const MAX_RESERVATIONS = 100;

/** How long a cardholder's key is reserved, and one of the escrow, for tills without a network. */
export const RESERVED_MINUTES = { cardholder: 10, escrow: 7 * 24 * 60 } as const;

const namedKey = z.object({
  keyId: z.string(),
  publicKey: z.string().meta({ description: "SPKI as PEM: RSA-2048 or P-256" }),
});

const reservation = namedKey
  .extend({
    reservation: z.string().meta({
      description: "Opaque, up to 4,096 characters; send it back with the envelope",
    }),
    paymentId: z.string().meta({
      description: "That of the payment or refund to come; part of the envelope's `aad`",
    }),
    keyKind: z.enum(recipientKeyKinds).meta({
      description: "Whose key it is: `escrow` while nobody has registered the recipient",
    }),
    expiresAt: timestamp.meta({
      description: `In ${RESERVED_MINUTES.cardholder} minutes; for an \`escrow\` key in 7 days`,
    }),
    otherKeys: z.array(namedKey).optional().meta({
      description: "Those of the cardholder's other devices: one of `otherRecipients` for each",
    }),
  })
  .meta({ id: "Reservation" });

export const reservationList = z
  .object({ reservations: z.array(reservation) })
  .meta({ id: "Reservations" });

export type ReservationResource = z.output<typeof reservation>;
export type ReservationList = z.output<typeof reservationList>;

/** Base64url of so many bytes, in its one spelling: without padding, and the spare bits zero (RFC 4648 section 5). */
function base64UrlOf(bytes: number) {
  const digits = Math.ceil((bytes * 4) / 3);
  const last = { 0: "[\\w-]", 2: "[AEIMQUYcgkosw048]", 1: "[AQgw]" }[(bytes % 3) as 0 | 1 | 2];
  return z
    .string()
    .regex(
      new RegExp(`^[\\w-]{${digits - 1}}${last}$`),
      `must be ${bytes} bytes as base64url without padding`,
    );
}

const base64UrlText = z
  .string()
  .regex(
    /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/,
    "must be base64url without padding",
  )
  .min(1, "must not be empty");

const ephemeralKey = z
  .strictObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: base64UrlOf(32),
    y: base64UrlOf(32),
  })
  .refine((epk) => readCoordinates(epk) !== undefined, "must be a point on P-256");

const recipientHeader = z.discriminatedUnion("alg", [
  z.strictObject({ alg: z.literal("RSA-OAEP-256"), kid: z.string() }),
  z.strictObject({ alg: z.literal("ECDH-ES+A256KW"), kid: z.string(), epk: ephemeralKey }),
]);

const sentRecipient = z
  .strictObject({
    header: recipientHeader,
    encrypted_key: z.string(),
  })
  .superRefine(checkWrap)
  .meta({ id: "OtherRecipient" });

/** Wrapped by RSA, as long as the modulus; by AES key wrap, 8 bytes beyond the key (RFC 3394). */
const wraps = { "RSA-OAEP-256": base64UrlOf(256), "ECDH-ES+A256KW": base64UrlOf(40) };

function checkWrap(
  { header, encrypted_key }: { header: { alg: keyof typeof wraps }; encrypted_key: string },
  context: z.RefinementCtx,
): void {
  const { error } = wraps[header.alg].safeParse(encrypted_key);
  const [issue] = error?.issues ?? [];
  if (issue) context.addIssue({ code: "custom", path: ["encrypted_key"], message: issue.message });
}

const sentEnvelope = z
  .strictObject({
    protected: base64UrlText.meta({ description: '`{"enc":"A256GCM"}`' }),
    header: recipientHeader.meta({ description: "`kid` is the `keyId` of the reservation" }),
    encrypted_key: z.string(),
    iv: base64UrlOf(12),
    ciphertext: base64UrlText,
    tag: base64UrlOf(16),
    aad: base64UrlText.meta({
      description: '`{"paymentId":"…","v":1}` with the `paymentId` of the reservation',
    }),
  })
  .superRefine(checkWrap)
  .meta({ id: "SentEnvelope" });

/** What a body has in place of the receipt. */
export const envelopeFields = {
  reservation: z.string().min(1).max(4096).meta({
    description: "`reservation` of a call of prepare, for this recipient at this gateway",
  }),
  sealedReceipt: sentEnvelope.meta({
    description: "The receipt as a flattened JWE, sealed to the key of the reservation",
  }),
  otherRecipients: z.array(sentRecipient).max(16).optional().meta({
    description: "One for each of the reservation's `otherKeys`",
  }),
};

const envelopeBody = z.object(envelopeFields);

/** The fields of a body that carry the envelope. */
export type EnvelopeFields = z.output<typeof envelopeBody>;

/** Whether a body comes with its receipt sealed. */
export function isSealedBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && Reflect.get(body, "sealedReceipt") != null;
}
