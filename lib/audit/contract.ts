import { z } from "zod";
import { auditActions, auditActorKinds } from "#lib/core/audit.ts";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { idText } from "#lib/core/text.ts";
import { environments } from "#lib/core/vocabulary.ts";

const fields = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]),
);

const auditEntry = z
  .object({
    id: z.string(),
    at: timestamp,
    environment: z
      .enum(environments)
      .nullable()
      .meta({ description: "null for acts on the whole organization" }),
    action: z.enum(auditActions),
    actorKind: z.enum(auditActorKinds),
    actorId: z.string().nullable(),
    by: z.string().nullable().meta({ description: "Name of the API key, or email of the member" }),
    address: z.string().nullable().meta({ description: "Where the request came from" }),
    device: z.string().nullable().meta({ description: "The User-Agent header" }),
    requestId: z.string().nullable(),
    target: z.string().nullable().meta({ description: "The id of the act's object" }),
    targetName: z.string().nullable().meta({ description: "The name of a member or a key" }),
    before: fields.nullable(),
    after: fields.nullable(),
    sequence: z
      .int()
      .nullable()
      .meta({ description: "The place in the chain; null until it is sealed, within a minute" }),
    hash: z.string().nullable().meta({ description: "Of the chain up to here, in hexadecimal" }),
  })
  .meta({ id: "AuditEntry" });

const auditFilters = z.object({
  ...periodQuery,
  environment: z.enum(environments).optional(),
  action: z.enum(auditActions).optional(),
  actorId: idText.optional().meta({ description: "Of a member or an API key" }),
  target: idText.optional(),
});

const auditQuery = auditFilters.extend(pageQuery);

const auditPage = z.object({
  entries: z.array(auditEntry).meta({ description: "The newest first" }),
  nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
});

export type AuditEntry = z.output<typeof auditEntry>;
export type AuditFilters = z.output<typeof auditFilters>;
export type AuditQuery = z.output<typeof auditQuery>;
export type AuditPage = z.output<typeof auditPage>;

const ofOrganization = {
  tag: "Console",
  method: "GET",
  role: "viewer",
  rateClass: "reads",
  acrossEnvironments: true,
  statuses: [200],
} as const;

export const listAuditOperation = {
  ...ofOrganization,
  operationId: "listAudit",
  mayBeStale: true,
  expensive: "reports",
  path: "/api/console/audit",
  summary: "The organization's audit trail",
  query: auditQuery,
  response: auditPage,
  errors: [],
} as const satisfies Operation;

export const getAuditEntryOperation = {
  ...ofOrganization,
  operationId: "getAuditEntry",
  path: "/api/console/audit/{entryId}",
  summary: "One entry of the audit trail",
  params: z.object({ entryId: idText }),
  response: auditEntry,
  errors: ["not_found"],
} as const satisfies Operation;

export const exportAuditOperation = {
  ...ofOrganization,
  operationId: "exportAudit",
  mayBeStale: true,
  path: "/api/console/audit/export",
  summary: "The same entries as CSV, all of them",
  query: auditFilters,
  errors: [],
} as const satisfies Operation;

export const exportAuditLinesOperation = {
  ...ofOrganization,
  operationId: "exportAuditLines",
  mayBeStale: true,
  path: "/api/console/audit/export-lines",
  summary: "The sealed entries as JSON Lines, with what proves the chain",
  query: auditFilters,
  errors: [],
} as const satisfies Operation;
