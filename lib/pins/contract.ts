import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";

const element = z
  .string()
  .regex(/^[\w-]{43}$/, "must be 32 bytes as base64url")
  .meta({ description: "An element of ristretto255 (RFC 9496), base64url" });

const blindedPin = z.object({ blinded: element });

const createdPin = z.object({ pinId: z.string(), evaluated: element });

const evaluatedPin = z.object({
  evaluated: element,
  tries: z.int().meta({ description: "At this share without the right PIN, this one included" }),
  waitSeconds: z.int().meta({ description: "Until the next one, if this one is wrong" }),
});

const pinIdParam = z.object({ pinId: z.string().max(64) });

export const createPinOperation = {
  operationId: "createPin",
  method: "POST",
  path: "/api/wallet/pins",
  tag: "Wallet",
  summary: "A share of a new PIN, and its first answer",
  scope: null,
  rateClass: "writes",
  body: blindedPin,
  response: createdPin,
  statuses: [201],
  errors: [],
} as const satisfies Operation;

export const evaluatePinOperation = {
  operationId: "evaluatePin",
  method: "POST",
  path: "/api/wallet/pins/{pinId}/evaluate",
  tag: "Wallet",
  summary: "One try of a PIN, which the service does not get to see",
  scope: null,
  rateClass: "writes",
  params: pinIdParam,
  body: blindedPin,
  response: evaluatedPin,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const confirmPinOperation = {
  operationId: "confirmPin",
  method: "POST",
  path: "/api/wallet/pins/{pinId}/confirm",
  tag: "Wallet",
  summary: "Prove that the PIN was right, which ends the wait",
  scope: null,
  rateClass: "writes",
  params: pinIdParam,
  body: z.object({ proof: z.string().regex(/^[\w-]{43}$/, "must be 32 bytes as base64url") }),
  response: z.object({ pinId: z.string() }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
