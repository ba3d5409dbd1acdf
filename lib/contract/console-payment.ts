import { z } from "zod";
import { consolePayment } from "./console-payments.ts";
import type { Operation } from "./operation.ts";
import { idText } from "./text.ts";

const at = z.iso.datetime();

/**
 * One transition of a payment or its receipt. Who opened a receipt, and how often, is the
 * cardholder's business: the merchant learns that it was opened, and when first.
 */
export const timelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("created"), at }),
  z.object({ kind: z.literal("sealed"), at }),
  z.object({ kind: z.literal("escrowed"), at }),
  z.object({ kind: z.literal("requires_confirmation"), at }),
  z.object({ kind: z.literal("succeeded"), at }),
  z.object({ kind: z.literal("failed"), at, declineCode: z.string().nullable() }),
  z.object({
    kind: z.literal("refunded"),
    at,
    refundedAmount: z.int().meta({ description: "The sum of all refunds by then" }),
  }),
  z.object({ kind: z.literal("handed_over"), at }),
  z.object({ kind: z.literal("expired"), at }),
  z.object({ kind: z.literal("opened"), at }),
  z.object({ kind: z.literal("erased"), at }),
]);

/** The sealed receipt as the service sees it: never the whole of it. */
export const envelopeOutline = z.object({
  format: z.literal("JWE flattened, RFC 7516"),
  algorithm: z.literal("RSA-OAEP-256"),
  encryption: z.string(),
  keyId: z.string().nullable().meta({ description: "null in escrow" }),
  escrowed: z.boolean(),
  bytes: z.int().meta({ description: "Of all parts together" }),
  parts: z.object({
    encryptedKey: z.int().nullable().meta({ description: "null once destroyed" }),
    iv: z.int(),
    ciphertext: z.int(),
    tag: z.int(),
  }),
  ciphertextStart: z.string().meta({ description: "base64url of the first 32 bytes" }),
  protectedHeader: z.string().meta({ description: "base64url, as it is authenticated" }),
});

export const consolePaymentDetails = consolePayment.extend({
  orderId: z.string().nullable().meta({ description: "The gateway's reference" }),
  mockItems: z.boolean(),
  requestId: z.string().nullable().meta({
    description: "The call that made it, as long as the request log has that",
  }),
  timeline: z.array(timelineEntry).meta({ description: "The oldest first" }),
  envelope: envelopeOutline,
});

export type TimelineEntry = z.output<typeof timelineEntry>;
export type EnvelopeOutline = z.output<typeof envelopeOutline>;
export type ConsolePaymentDetails = z.output<typeof consolePaymentDetails>;

export const getConsolePaymentOperation = {
  operationId: "getConsolePayment",
  method: "GET",
  path: "/api/console/payments/{paymentId}",
  tag: "Console",
  summary: "One payment, its timeline, and its envelope from outside",
  role: "viewer",
  rateClass: "reads",
  params: z.object({ paymentId: idText }),
  response: consolePaymentDetails,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
