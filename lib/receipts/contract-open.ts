import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { gatewayParam, idText, keyMaterialText } from "#lib/core/text.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { openedReceipt } from "./contract.ts";

// What the key opened is of no known type before this schema has encoded it.
const decryptedReceipt: z.ZodType<Record<string, unknown>> = openedReceipt
  .extend({ paymentId: z.string(), gateway: gatewayParam })
  .meta({ id: "Receipt" });

const receiptAccess = z.object({ paymentId: idText, tokenId: idText });

const decryption = receiptAccess
  .extend({
    privateKey: keyMaterialText.meta({
      description: "RSA-2048 or P-256, PKCS#8 as PEM or base64 DER",
    }),
  })
  .meta({ id: "Decryption" });

const ephemeralKey = z
  .object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string() })
  .meta({ description: "The sender's, for this receipt and device alone (RFC 7518 section 4.6)" });

const sealedReceipt: z.ZodType<SealedReceipt, SealedReceipt> = z
  .object({
    protected: z.string(),
    header: z.discriminatedUnion("alg", [
      z.object({ alg: z.literal("RSA-OAEP-256"), kid: z.string() }),
      z.object({ alg: z.literal("ECDH-ES+A256KW"), kid: z.string(), epk: ephemeralKey }),
    ]),
    encrypted_key: z.string(),
    iv: z.string(),
    ciphertext: z.string(),
    tag: z.string(),
    aad: z.string(),
  })
  .meta({ id: "Envelope" });

export const decryptReceiptOperation = {
  operationId: "decryptReceipt",
  method: "POST",
  path: "/api/v1/payments/decrypt",
  tag: "Receipts",
  summary: "Decrypt a receipt on the server",
  description:
    "Prefer `payments/envelope`: there the private key never leaves the device. Here it exists in " +
    "memory for the length of the call, as does the receipt, and is never stored or logged. A successful call uses up " +
    "the token; one that fails leaves it as it was. If the answer is lost, ask for a new grant, within " +
    "the same consent.\n\n" +
    "This is the only call that shows the service a receipt that was sealed at the till to a cardholder's key. Of such a " +
    "receipt, `paymentId`, `gateway`, `kind`, and `refundOf` are the service's; everything else is as the till sealed it. " +
    "409 if the till did not seal a receipt.",
  scope: "receipts:decrypt",
  rateClass: "writes",
  body: decryption,
  response: decryptedReceipt,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const getEnvelopeOperation = {
  operationId: "getEnvelope",
  method: "POST",
  path: "/api/v1/payments/envelope",
  tag: "Receipts",
  summary: "The sealed receipt, to be opened on the device",
  description:
    "Uses up the token and returns the receipt as a flattened JWE (RFC 7516) that any JOSE " +
    "library opens with the cardholder's private key. The recommended way: the key stays where it is.\n\n" +
    "A used token is used, whatever became of the answer. If the answer is lost, do not send the " +
    "same call again, which would be 403: ask for a new grant, within the same consent.",
  scope: "receipts:decrypt",
  rateClass: "writes",
  visits: true,
  body: receiptAccess.meta({ id: "ReceiptAccess" }),
  response: sealedReceipt,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
