import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { idText, keyIdText } from "#lib/core/text.ts";
import { consentMethods } from "#lib/core/vocabulary.ts";

const accessOutcomes = ["active", "used", "expired"] as const;

export type AccessOutcome = (typeof accessOutcomes)[number];

/** A grant, and what was opened with it. A null was never recorded, or did not survive an erasure. */
export const accessEntry = z
  .object({
    grantId: z
      .string()
      .meta({ description: "Identifies the entry; the token cannot be derived from it" }),
    at: timestamp,
    expiresAt: timestamp,
    userId: z.string(),
    keyId: z.string().nullable(),
    paymentId: z
      .string()
      .nullable()
      .meta({ description: "The only receipt it opens, if it was bound to one" }),
    outcome: z.enum(accessOutcomes),
    usedAt: timestamp.nullable(),
    usedFor: z.string().nullable().meta({ description: "The payment whose receipt was opened" }),
    usedAddress: z.string().nullable().meta({ description: "Where it was opened from" }),
    by: z.string().nullable().meta({ description: "Name of the API key, or email of the member" }),
    apiKeyId: z.string().nullable(),
    memberId: z.string().nullable(),
    address: z.string().nullable().meta({ description: "Where access was requested from" }),
    consent: z.enum(consentMethods).nullable().meta({ description: "As the issuer stated it" }),
  })
  .meta({ id: "AccessEntry" });

export const accessQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  userId: idText.optional(),
  outcome: z.enum(accessOutcomes).optional(),
});

/** How many grants a page of all cardholders examines at most. */
export const GRANTS_LOOKED_AT = 100_000;

const accessLogPage = z.object({
  entries: z.array(accessEntry).meta({ description: "The newest grant first" }),
  nextCursor: z
    .string()
    .nullable()
    .meta({
      description:
        `null on the last page. A page examines at most ${GRANTS_LOOKED_AT.toLocaleString("en-US")} grants, so one ` +
        "with few matches, or none, may still have a next page",
    }),
});

export type AccessEntry = z.output<typeof accessEntry>;
export type AccessEntryJson = z.input<typeof accessEntry>;
export type AccessQuery = z.output<typeof accessQuery>;
export type AccessLogPage = z.output<typeof accessLogPage>;

export const listAccessOperation = {
  operationId: "listAccess",
  expensive: "reports",
  method: "GET",
  path: "/api/console/access-log",
  tag: "Console",
  summary: "Every grant and every opening of the issuer in the environment",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  mayBeStale: true,
  query: accessQuery,
  response: accessLogPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const accessExportQuery = accessQuery.omit({ limit: true, cursor: true });

export type AccessFilters = z.output<typeof accessExportQuery>;

export const exportAccessOperation = {
  operationId: "exportAccess",
  method: "GET",
  path: "/api/console/access-log/export",
  tag: "Console",
  summary: "The same entries as CSV, all of them",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  mayBeStale: true,
  query: accessExportQuery,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const accessRequest = z
  .object({
    userId: idText,
    keyId: keyIdText.meta({
      description: "The key of the device that will open it: one of the receipt's `keyIds`",
    }),
    paymentId: idText.optional().meta({
      description: "Binds the token to one receipt, which must have been wrapped for this key",
    }),
    consentMethod: z
      .enum(consentMethods)
      .optional()
      .meta({
        description:
          "How the cardholder consented; recorded in your access log as you state it. `passkey`: by WebAuthn; `pin`: by a " +
          "PIN of your app; `other`: by anything else, such as Face ID, a fingerprint, or the phone's passcode",
      }),
  })
  .meta({ id: "AccessRequest" });

export const accessGrant = z
  .object({
    tokenId: z.string(),
    expiresAt: timestamp,
    expiresIn: z.int().meta({ description: "The token's lifetime in seconds" }),
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
    "Call it only after the cardholder has consented with a passkey or a PIN. The token opens one " +
    "receipt, once, within its lifetime.",
  scope: "keys:grant",
  rateClass: "writes",
  visits: true,
  body: accessRequest,
  response: accessGrant,
  statuses: [201],
  errors: ["not_found"],
} as const satisfies Operation;
