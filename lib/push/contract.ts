import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { userIdParam } from "#lib/core/text.ts";

const pushKey = z.object({
  publicKey: z.string().nullable().meta({
    description: "The key that signs messages; null if this installation sends none",
  }),
});

export const getPushKeyOperation = {
  operationId: "getPushKey",
  method: "GET",
  path: "/api/wallet/push-key",
  tag: "Wallet",
  summary: "The key that a browser needs to subscribe to push messages",
  scope: null,
  rateClass: "reads",
  response: pushKey,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const endpoint = z.url({ protocol: /^https$/ }).max(1024);

/** A browser's PushSubscription as JSON; the push service says how long it lasts. */
export const pushTarget = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^B[\w-]{86}$/, "must be a P-256 point, uncompressed, as base64url"),
    auth: z.string().regex(/^[\w-]{22}$/, "must be 16 bytes as base64url"),
  }),
});

export type PushTarget = z.output<typeof pushTarget>;

const pushSubscription = z.object({ userId: z.string(), subscribed: z.boolean() });

export type PushSubscriptionState = z.output<typeof pushSubscription>;

export const subscribeOperation = {
  operationId: "subscribeToReceipts",
  method: "PUT",
  path: "/api/wallet/push-subscriptions/{userId}",
  tag: "Wallet",
  summary: "Send messages about a cardholder's new receipts to this browser",
  scope: "receipts:read",
  rateClass: "writes",
  visits: true,
  params: z.object({ userId: userIdParam }),
  body: pushTarget,
  response: pushSubscription,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const unsubscribeOperation = {
  operationId: "unsubscribeFromReceipts",
  method: "DELETE",
  path: "/api/wallet/push-subscriptions/{userId}",
  tag: "Wallet",
  summary: "Stop the messages to this browser",
  scope: "receipts:read",
  rateClass: "writes",
  visits: true,
  params: z.object({ userId: userIdParam }),
  body: z.object({ endpoint }),
  response: pushSubscription,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
