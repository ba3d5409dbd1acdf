import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { paymentStatuses, receiptStatuses, sealedAts } from "#lib/core/vocabulary.ts";

/** The most that a visit may pay, in the smallest unit of whatever currency. */
export const MAX_VISIT_AMOUNT = 10_000;

const visitCard = z.object({
  indexStart: z.string().meta({ description: "The first 8 bytes of the keyed hash, hexadecimal" }),
  userId: z.string().nullable().meta({ description: "null until the card is registered" }),
  keyId: z.string().nullable(),
  registeredAt: timestamp.nullable(),
});

const visitPayment = z.object({
  paymentId: z.string(),
  receiptId: z.string(),
  transactionId: z.string(),
  amount: z.int(),
  currency: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  receiptStatus: z.enum(receiptStatuses),
  cardIndexStart: z.string().meta({ description: "That of its card" }),
  keyId: z.string().nullable().meta({ description: "null in escrow" }),
  createdAt: timestamp,
  openedAt: timestamp.nullable().meta({ description: "When it was opened first" }),
  sealedAt: z.enum(sealedAts).meta({ description: "`till`: the receipt came sealed" }),
  envelope: z.object({
    bytes: z.int(),
    ciphertextStart: z.string().meta({ description: "base64url of the first 48 bytes" }),
  }),
});

const visitResource = z.object({
  visitId: z.string(),
  expiresAt: timestamp.meta({ description: "Put off while the visit is in use" }),
  paymentsLeft: z.int(),
  browsers: z.int().meta({ description: "How many have joined, this one included" }),
  cards: z.array(visitCard).meta({ description: "As the service keeps them" }),
  payments: z.array(visitPayment).meta({ description: "The newest ten, newest first" }),
});

export type VisitResource = z.output<typeof visitResource>;
export type VisitCard = z.output<typeof visitCard>;
export type VisitPayment = z.output<typeof visitPayment>;

export const openVisitOperation = {
  operationId: "openVisit",
  method: "POST",
  path: "/api/demo/visit",
  tag: "Demo",
  summary: "Begin a visit of the demo, or go on with the one that this browser has",
  scope: null,
  rateClass: "writes",
  sameOrigin: true,
  body: z.object({
    startAgain: z
      .boolean()
      .default(false)
      .meta({ description: "Whether to end the visit that this browser has" }),
  }),
  response: visitResource,
  statuses: [201, 200],
  errors: ["forbidden", "not_found"],
} as const satisfies Operation;

export const getVisitOperation = {
  operationId: "getVisit",
  method: "GET",
  path: "/api/demo/visit",
  tag: "Demo",
  summary: "The visit of this browser, and what the service keeps of it",
  visit: true,
  rateClass: "reads",
  response: visitResource,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const handover = z.object({
  code: z.string().meta({ description: "Works once" }),
  expiresAt: timestamp,
});

export type Handover = z.output<typeof handover>;

export const createHandoverOperation = {
  operationId: "createHandover",
  method: "POST",
  path: "/api/demo/visit/handover",
  tag: "Demo",
  summary: "A code that takes the visit to a second device",
  visit: true,
  rateClass: "writes",
  response: handover,
  statuses: [201],
  errors: [],
} as const satisfies Operation;

export const joinVisitOperation = {
  operationId: "joinVisit",
  method: "POST",
  path: "/api/demo/visit/join",
  tag: "Demo",
  summary: "Go on with a visit that was begun on another device",
  scope: null,
  rateClass: "writes",
  sameOrigin: true,
  body: z.object({ code: z.string().max(128) }),
  response: visitResource,
  statuses: [200],
  errors: ["forbidden", "not_found"],
} as const satisfies Operation;
