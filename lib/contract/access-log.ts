import { z } from "zod";
import { consentMethods } from "./keys.ts";
import type { Operation } from "./operation.ts";
import { pageQuery, periodQuery } from "./page-query.ts";
import { idText } from "./text.ts";

export const accessOutcomes = ["active", "used", "expired"] as const;

export type AccessOutcome = (typeof accessOutcomes)[number];

/** A grant, and what was opened with it. What is null was not kept, or not kept beyond an erasure. */
export const accessEntry = z
  .object({
    grantId: z.string().meta({ description: "Tells entries apart; no token follows from it" }),
    at: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    userId: z.string(),
    keyId: z.string().nullable(),
    paymentId: z.string().nullable().meta({ description: "The receipt that it was bound to" }),
    outcome: z.enum(accessOutcomes),
    usedAt: z.iso.datetime().nullable(),
    usedFor: z.string().nullable().meta({ description: "The payment whose receipt was opened" }),
    usedAddress: z.string().nullable().meta({ description: "From where it was opened" }),
    by: z.string().nullable().meta({ description: "Name of the API key, or email of the member" }),
    apiKeyId: z.string().nullable(),
    memberId: z.string().nullable(),
    address: z.string().nullable().meta({ description: "From where access was asked for" }),
    consent: z.enum(consentMethods).nullable().meta({ description: "As it was said then" }),
  })
  .meta({ id: "AccessEntry" });

export const accessQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  userId: idText.optional(),
  outcome: z.enum(accessOutcomes).optional(),
});

export const accessLogPage = z.object({
  entries: z.array(accessEntry).meta({ description: "The newest grant first" }),
  nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
});

export type AccessEntry = z.output<typeof accessEntry>;
export type AccessQuery = z.output<typeof accessQuery>;
export type AccessLogPage = z.output<typeof accessLogPage>;

export const listAccessOperation = {
  operationId: "listAccess",
  method: "GET",
  path: "/api/console/access-log",
  tag: "Console",
  summary: "Every grant of the issuer in the environment, and every opening",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  query: accessQuery,
  response: accessLogPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
