import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { idText, keyIdText } from "#lib/core/text.ts";
import { consentMethods } from "#lib/core/vocabulary.ts";

const accessOutcomes = ["active", "used", "expired"] as const;

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

const accessLogPage = z.object({
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

const accessRequest = z
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

export type AccessGrant = z.output<typeof accessGrant>;

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
