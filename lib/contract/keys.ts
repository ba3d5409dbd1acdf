import { z } from "zod";
import type { Operation } from "./operation.ts";
import { idText, keyIdText, keyMaterialText } from "./text.ts";

export const consentMethods = ["passkey", "pin", "other"] as const;

export type ConsentMethod = (typeof consentMethods)[number];

export const accessRequest = z
  .object({
    userId: idText,
    keyId: keyIdText.meta({ description: "That the list of receipts names for this one" }),
    paymentId: idText.optional().meta({ description: "Binds the token to one receipt" }),
    consentMethod: z.enum(consentMethods).optional().meta({
      description: "How the cardholder consented; kept for your access log, and believed",
    }),
  })
  .meta({ id: "AccessRequest" });

export const accessGrant = z
  .object({
    tokenId: z.string(),
    expiresAt: z.iso.datetime(),
    expiresIn: z.int().meta({ description: "Seconds" }),
  })
  .meta({ id: "AccessGrant" });

export const keyRotation = z
  .object({ userId: idText, keyId: keyIdText, publicKey: keyMaterialText })
  .meta({ id: "KeyRotation" });

export const rotatedKey = z
  .object({ userId: z.string(), keyId: z.string(), previousKeyId: z.string() })
  .meta({ id: "RotatedKey" });

export type AccessGrant = z.output<typeof accessGrant>;
export type RotatedKey = z.output<typeof rotatedKey>;

export const grantAccessOperation = {
  operationId: "grantAccess",
  method: "POST",
  path: "/api/v1/keys/grant-access",
  tag: "Keys",
  summary: "Grant one-time decrypt access",
  description:
    "Ask only after the cardholder consented with a finger or a PIN. The token opens one receipt, " +
    "once, within its lifetime.",
  scope: "keys:grant",
  rateClass: "writes",
  body: accessRequest,
  response: accessGrant,
  statuses: [201],
  errors: ["not_found"],
} as const satisfies Operation;

export const rotateKeyOperation = {
  operationId: "rotateKey",
  method: "POST",
  path: "/api/v1/keys/rotate",
  tag: "Keys",
  summary: "Replace a cardholder's key",
  description:
    "Future receipts are sealed to the new key. Receipts of the past stay under the old one, for " +
    "which access can still be granted: keep the old private key as long as they matter.",
  scope: "onboarding:write",
  rateClass: "writes",
  body: keyRotation,
  response: rotatedKey,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
