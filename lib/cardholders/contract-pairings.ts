import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText, keyIdText, keyMaterialText, userIdParam } from "#lib/core/text.ts";
import { userCodeText } from "#lib/device-logins/contract.ts";
import { MAX_DEVICES } from "./contract-devices.ts";

/** How long a code is valid. */
export const PAIRING_MINUTES = 10;
/** How long a phone that was away can still find out that it was approved. */
export const APPROVAL_HOURS = 24;

const pairing = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("pending"),
    pairingId: z.string(),
    userCode: z.string().meta({ description: "For the bank's agent" }),
    expiresAt: timestamp,
  }),
  z.object({
    state: z.literal("approved"),
    pairingId: z.string(),
    userId: z.string(),
    keyId: z.string(),
  }),
  z.object({ state: z.literal("canceled"), pairingId: z.string() }),
  z.object({ state: z.literal("expired"), pairingId: z.string() }),
]);

export type Pairing = z.output<typeof pairing>;

const foundPairing = z.object({
  userCode: z.string(),
  keyId: z.string(),
  fingerprint: z.array(z.string()).meta({
    description: "The new key in eight words, as the new phone shows it",
  }),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type FoundPairing = z.output<typeof foundPairing>;

const phoneReplacement = z.object({
  userCode: userCodeText("phone"),
  keyId: keyIdText.meta({ description: "The key whose words were compared" }),
  lostKeyIds: z.array(keyIdText).max(MAX_DEVICES).meta({
    description: "The active keys of the lost phone, which are retired",
  }),
});

export type PhoneReplacement = z.output<typeof phoneReplacement>;

const replacedPhone = z.object({
  userId: z.string(),
  keyId: z.string().meta({ description: "Of the new phone" }),
  retiredKeyIds: z.array(z.string()),
  currentKeyId: z.string(),
});

export type ReplacedPhone = z.output<typeof replacedPhone>;

const byWallet = { tag: "Wallet", scope: "onboarding:write", response: pairing } as const;
const pairingParams = z.object({ pairingId: idText });

export const startPairingOperation = {
  ...byWallet,
  operationId: "startPairing",
  method: "POST",
  path: "/api/wallet/pairings",
  summary: "Show a code for a new phone, with which the bank replaces a lost one",
  rateClass: "writes",
  body: z.object({ publicKey: keyMaterialText }),
  statuses: [201],
  errors: [],
} as const satisfies Operation;

export const getPairingOperation = {
  ...byWallet,
  operationId: "getPairing",
  method: "GET",
  path: "/api/wallet/pairings/{pairingId}",
  summary: "Whether the bank has approved the new phone",
  rateClass: "reads",
  params: pairingParams,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const cancelPairingOperation = {
  ...byWallet,
  operationId: "cancelPairing",
  method: "DELETE",
  path: "/api/wallet/pairings/{pairingId}",
  summary: "End a code that is not used yet; the answer says if it was",
  rateClass: "writes",
  params: pairingParams,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

const byMember = {
  method: "POST",
  tag: "Console",
  role: "support",
  needs: "receipts:read",
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const;
const code = z.object({ userCode: userCodeText("phone") });

export const findPairingOperation = {
  ...byMember,
  operationId: "findPairing",
  path: "/api/console/pairings/find",
  summary: "The key of the phone that shows a code",
  rateClass: "reads",
  body: code,
  response: foundPairing,
} as const satisfies Operation;

export const denyPairingOperation = {
  ...byMember,
  operationId: "denyPairing",
  path: "/api/console/pairings/deny",
  summary: "Refuse the phone that shows a code",
  rateClass: "writes",
  body: code,
  response: z.object({ userCode: z.string() }),
} as const satisfies Operation;

export const replacePhoneOperation = {
  ...byMember,
  operationId: "replacePhone",
  path: "/api/console/cardholders/{userId}/lost-phone",
  summary: "Give a cardholder's new phone the place of the lost one",
  stepUp: true,
  rateClass: "writes",
  params: z.object({ userId: userIdParam }),
  body: phoneReplacement,
  response: replacedPhone,
} as const satisfies Operation;
