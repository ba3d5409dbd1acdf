import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery } from "#lib/core/page-query.ts";
import { ACCESS_LOG_DAYS } from "#lib/core/retention.ts";
import { idText } from "#lib/core/text.ts";
import { paymentStatuses } from "#lib/core/vocabulary.ts";
import { keyKinds } from "#lib/crypto/recipient-key.ts";
import { accessEntry } from "#lib/receipts/contract-access.ts";

/** How far receipts are counted: for a row of the list, and on the page of one cardholder. */
export const MAX_LISTED_RECEIPTS = 1_000;
export const MAX_COUNTED_RECEIPTS = 10_000;

const fingerprint = z.array(z.string()).meta({
  description: "The public key in eight words, as the cardholder's device shows it",
});

/** A cardholder as the issuer sees it: never a card. */
const cardholderSummary = z
  .object({
    userId: z.string(),
    keyId: z.string().meta({ description: "The key that new receipts are sealed to" }),
    fingerprint,
    registeredAt: timestamp,
    receipts: z.int().meta({ description: `Counted up to ${MAX_LISTED_RECEIPTS} in the list` }),
    hasMoreReceipts: z.boolean().meta({ description: "There are more than that" }),
    lastOpenedAt: timestamp.nullable().meta({
      description: `With the newest grant that was used, within ${ACCESS_LOG_DAYS} days`,
    }),
  })
  .meta({ id: "CardholderSummary" });

const cardholdersQuery = z.object({
  ...pageQuery,
  search: idText.optional().meta({
    description: "The beginning of a user id, or of a current key id",
  }),
});

const cardholdersPage = z.object({
  cardholders: z.array(cardholderSummary).meta({ description: "The last registered first" }),
  nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
});

const cardholderKey = z.object({
  keyId: z.string(),
  kind: z.enum(keyKinds),
  isCurrent: z.boolean(),
  publicKey: z.string().meta({ description: "PEM SubjectPublicKeyInfo" }),
  fingerprint,
  createdAt: timestamp,
  retiredAt: timestamp.nullable().meta({ description: "null for the key of an active device" }),
});

const cardholderDetails = cardholderSummary.extend({
  keys: z.array(cardholderKey).meta({ description: "The newest first" }),
  deliveredReceipts: z.int().meta({ description: "Handed over from escrow at registration" }),
  receiptCounts: z.record(z.enum(paymentStatuses), z.int()).meta({
    description: `By payment status, of the newest ${MAX_COUNTED_RECEIPTS}; all are sealed`,
  }),
});

const userParams = z.object({ userId: idText });

const grantsPage = z.object({
  grants: z.array(accessEntry).meta({ description: "The newest first" }),
  nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
});

export type CardholderSummary = z.output<typeof cardholderSummary>;
export type CardholderSummaryJson = z.input<typeof cardholderSummary>;
export type CardholdersQuery = z.output<typeof cardholdersQuery>;
export type CardholdersPage = z.output<typeof cardholdersPage>;
export type CardholderKey = z.output<typeof cardholderKey>;
export type CardholderDetails = z.output<typeof cardholderDetails>;
export type CardholderDetailsJson = z.input<typeof cardholderDetails>;
export type GrantsPage = z.output<typeof grantsPage>;

const shared = {
  method: "GET",
  tag: "Console",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  statuses: [200],
} as const;

export const listCardholdersOperation = {
  ...shared,
  operationId: "listCardholders",
  mayBeStale: true,
  expensive: "reports",
  path: "/api/console/cardholders",
  summary: "The issuer's cardholders in the environment",
  query: cardholdersQuery,
  response: cardholdersPage,
  errors: [],
} as const satisfies Operation;

const cardholdersExportQuery = cardholdersQuery.omit({ limit: true, cursor: true });

export type CardholderFilters = z.output<typeof cardholdersExportQuery>;

export const exportCardholdersOperation = {
  ...shared,
  operationId: "exportCardholders",
  mayBeStale: true,
  path: "/api/console/cardholders/export",
  summary: "The same cardholders as CSV, all of them",
  query: cardholdersExportQuery,
  errors: [],
} as const satisfies Operation;

export const getCardholderOperation = {
  ...shared,
  operationId: "getCardholder",
  path: "/api/console/cardholders/{userId}",
  summary: "One cardholder with all its keys",
  params: userParams,
  response: cardholderDetails,
  errors: ["not_found"],
} as const satisfies Operation;

export const listGrantsOperation = {
  ...shared,
  operationId: "listGrants",
  path: "/api/console/cardholders/{userId}/grants",
  summary: "Grants of access to a cardholder's receipts, and what came of them",
  params: userParams,
  query: z.object(pageQuery),
  response: grantsPage,
  errors: ["not_found"],
} as const satisfies Operation;
