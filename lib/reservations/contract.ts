import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import { recipientKeyKinds } from "#lib/core/vocabulary.ts";
import { protectedHeader, wrapAlgorithms } from "#lib/crypto/envelope.ts";
import { readCoordinates } from "#lib/crypto/p256-point.ts";

/** How many a till may ask for at once. */
export const MAX_RESERVATIONS = 100;

/** Five devices whose ids are as long as ids may be take 3,100. */
const MAX_RESERVATION_LENGTH = 4096;

/** How long a cardholder's key is reserved, and one of the escrow, for tills without a network. */
export const RESERVED_MINUTES = { cardholder: 10, escrow: 7 * 24 * 60 } as const;

const namedKey = z.object({
  keyId: z.string(),
  publicKey: z.string().meta({ description: "SPKI as PEM: RSA-2048 or P-256" }),
});

const reservation = namedKey
  .extend({
    reservation: z.string().meta({
      description: `Opaque, up to ${MAX_RESERVATION_LENGTH.toLocaleString("en-US")} characters; send it back with the envelope`,
    }),
    paymentId: z.string().meta({
      description: "That of the future payment or refund; part of the envelope's `aad`",
    }),
    keyKind: z.enum(recipientKeyKinds).meta({
      description:
        "Whose key it is: `escrow` for an unregistered recipient, and with `anyRecipient`",
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
  const last = ["[\\w-]", "[AQgw]", "[AEIMQUYcgkosw048]"][bytes % 3];
  return z
    .string()
    .regex(
      new RegExp(`^[\\w-]{${digits - 1}}${last}$`),
      `must be ${bytes} bytes as base64url without padding`,
    );
}

/** The same of any number of bytes. */
const base64UrlText = z.string().min(1).refine(isBase64Url, "must be base64url without padding");

/** Without a pattern of the whole, which would go back over a long text that is wrong at its end. */
function isBase64Url(text: string): boolean {
  const rest = text.slice(text.length - (text.length % 4));
  const isWhole = /^(?:|[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])$/.test(rest);
  return isWhole && !/[^\w-]/.test(text);
}

const ephemeralKey = z
  .strictObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: base64UrlOf(32),
    y: base64UrlOf(32),
  })
  .refine((epk) => readCoordinates(epk) !== undefined, "must be a point on P-256");

const recipientHeader = z.discriminatedUnion(
  "alg",
  [
    z.strictObject({ alg: z.literal("RSA-OAEP-256"), kid: z.string() }),
    z.strictObject({ alg: z.literal("ECDH-ES+A256KW"), kid: z.string(), epk: ephemeralKey }),
  ],
  { error: ({ code }) => (code === "invalid_union" ? ALGORITHMS : undefined) },
);

const ALGORITHMS = `must be ${wrapAlgorithms.join(" or ")}`;

/** Wrapped by RSA, as long as the modulus; by AES key wrap, 8 bytes beyond the key (RFC 3394). */
const encryptedKeys = { "RSA-OAEP-256": base64UrlOf(256), "ECDH-ES+A256KW": base64UrlOf(40) };

const wrapFields = { header: recipientHeader, encrypted_key: z.string() };

/** The length of a wrapped key depends on the algorithm. For `superRefine`. */
function checkWrap(
  { header, encrypted_key }: z.output<z.ZodObject<typeof wrapFields>>,
  context: z.RefinementCtx,
): void {
  const { error } = encryptedKeys[header.alg].safeParse(encrypted_key);
  for (const { message } of error?.issues ?? []) {
    context.addIssue({ code: "custom", path: ["encrypted_key"], message });
  }
}

const sentRecipient = z
  .strictObject(wrapFields)
  .superRefine(checkWrap)
  .meta({ id: "OtherRecipient" });

const sentEnvelope = z
  .strictObject({
    protected: z.literal(protectedHeader, `must be ${protectedHeader}, {"enc":"A256GCM"}`).meta({
      description: '`{"enc":"A256GCM"}`, without blanks',
    }),
    ...wrapFields,
    header: recipientHeader.meta({ description: "`kid` is the `keyId` of the reservation" }),
    iv: base64UrlOf(12),
    ciphertext: base64UrlText,
    tag: base64UrlOf(16),
    aad: z.string().meta({
      description:
        '`{"paymentId":"…","v":1}` as base64url, with the `paymentId` of the reservation',
    }),
  })
  .superRefine(checkWrap)
  .meta({ id: "SentEnvelope" });

/** What a body has in place of the receipt. */
export const envelopeFields = {
  reservation: z.string().min(1).max(MAX_RESERVATION_LENGTH).meta({
    description: "`reservation` of a call of prepare, for this recipient, or any, at this gateway",
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

/** Every field beyond those that a body has to have in the clear: it would give away what is sealed. */
export function refusedField(reason: string): z.ZodType {
  return z.never(reason).optional();
}
