import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { keyIdText, keyMaterialText, userIdParam } from "#lib/core/text.ts";
import { keyKinds } from "#lib/crypto/recipient-key.ts";

/** How many devices a cardholder may have at a time: a receipt is wrapped for each. */
export const MAX_DEVICES = 5;

const deviceKey = z
  .object({
    keyId: z.string(),
    kind: z.enum(keyKinds).meta({ description: "How receipts are sealed to it follows from this" }),
    publicKey: z.string().meta({ description: "PEM SubjectPublicKeyInfo" }),
    isCurrent: z
      .boolean()
      .meta({ description: "Whether it is the one that `keyId` names in other answers" }),
    createdAt: timestamp,
  })
  .meta({ id: "DeviceKey" });

const deviceKeys = z
  .object({
    userId: z.string(),
    keys: z.array(deviceKey).meta({
      description: "The active ones, the current one first, then the oldest first",
    }),
  })
  .meta({ id: "DeviceKeys" });

const retiredKey = z
  .object({
    userId: z.string(),
    keyId: z.string(),
    status: z.literal("retired"),
    retiredAt: timestamp,
    currentKeyId: z.string().meta({ description: "The current key from now on" }),
  })
  .meta({ id: "RetiredKey" });

export type DeviceKey = z.output<typeof deviceKey>;
export type DeviceKeys = z.output<typeof deviceKeys>;
export type RetiredKey = z.output<typeof retiredKey>;

const userParams = z.object({ userId: userIdParam });

export const addKeyOperation = {
  operationId: "addKey",
  method: "POST",
  path: "/api/v1/users/{userId}/keys",
  tag: "Keys",
  summary: "Add a device",
  description:
    `A key of another device of the cardholder, ${MAX_DEVICES} at a time. From now on receipts are wrapped for ` +
    "each of them, and each opens them with its own private key. Receipts delivered before stay with the devices " +
    "of that time. The same keyId and key again are answered by 200.",
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  visits: true,
  params: userParams,
  body: z.object({ keyId: keyIdText, publicKey: keyMaterialText }).meta({ id: "NewDeviceKey" }),
  response: deviceKey,
  statuses: [201, 200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const listKeysOperation = {
  operationId: "listKeys",
  method: "GET",
  path: "/api/v1/users/{userId}/keys",
  tag: "Keys",
  summary: "List a cardholder's devices",
  description:
    "Keys that were replaced or retired are not in it; they still open the receipts of their time.",
  scope: "receipts:read",
  rateClass: "reads",
  visits: true,
  params: userParams,
  response: deviceKeys,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const retireKeyOperation = {
  operationId: "retireKey",
  method: "DELETE",
  path: "/api/v1/users/{userId}/keys/{keyId}",
  tag: "Keys",
  summary: "Retire a device",
  description:
    "For a device that is lost or given away: receipts to come are no longer wrapped for it. Those delivered " +
    "before still are, so grant no more access for its `keyId`. If it was the current key, the oldest active " +
    "key becomes current. The last one cannot be retired: replace it with `keys/rotate`. The same call again is " +
    "the same answer.",
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  visits: true,
  params: userParams.extend({
    keyId: keyIdText.meta({ description: "`keyId` of the registration, or of the device" }),
  }),
  response: retiredKey,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
