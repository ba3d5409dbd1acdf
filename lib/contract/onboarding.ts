import { z } from "zod";
import type { Operation } from "./operation.ts";
import { hashedPanText, idText, keyIdText, keyMaterialText } from "./text.ts";

export const keyPair = z
  .object({
    keyId: z.string().meta({ description: "`key_` and the RFC 7638 SHA-256 thumbprint" }),
    publicKey: z.string().meta({ description: "PEM SubjectPublicKeyInfo" }),
    privateKey: z.string().meta({ description: "PEM PKCS#8; returned once and kept nowhere" }),
    algorithm: z.literal("RSA-OAEP-256"),
  })
  .meta({ id: "KeyPair" });

export const registration = z
  .object({ hashedPan: hashedPanText, publicKey: keyMaterialText, keyId: keyIdText })
  .meta({ id: "Registration" });

export const user = z
  .object({
    userId: idText,
    keyId: z.string(),
    status: z.literal("active"),
    registeredAt: z.iso.datetime(),
    deliveredReceipts: z.int().meta({ description: "Receipts handed over from escrow" }),
  })
  .meta({ id: "User" });

export type KeyPair = z.output<typeof keyPair>;
export type Registration = z.output<typeof registration>;
export type User = z.output<typeof user>;

export const generateKeysOperation = {
  operationId: "generateKeys",
  method: "POST",
  path: "/api/v1/onboarding/generate-keys",
  tag: "Onboarding",
  summary: "Generate a key pair",
  description:
    "RSA-2048, e = 65537. Nothing is stored: the private key exists in memory only until the " +
    "answer is written. A device that can make its own key should, and send only the public part.",
  scope: "onboarding:write",
  rateClass: "keyGeneration",
  response: keyPair,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const registerUserOperation = {
  operationId: "registerUser",
  method: "POST",
  path: "/api/v1/onboarding/register",
  tag: "Onboarding",
  summary: "Register a cardholder",
  description:
    "Associates a public key with a hashed card number. Receipts that waited in escrow for the " +
    "card are handed over in the same transaction. The same card, key and keyId again answers " +
    "200 with the same user.",
  scope: "onboarding:write",
  rateClass: "writes",
  body: registration,
  response: user,
  statuses: [201, 200],
  errors: ["conflict"],
} as const satisfies Operation;
