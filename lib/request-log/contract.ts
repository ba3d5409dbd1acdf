import { z } from "zod";
import { dateTimeInput, timestamp } from "#lib/core/date-time.ts";
import { errorCodes } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";

const requestSources = ["api", "console"] as const;

export type RequestSource = (typeof requestSources)[number];

const requestsQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number from 1 to 100")
    .pipe(z.coerce.number<string>().int().min(1).max(100))
    .default(50),
  cursor: z.string().max(256).optional().meta({ description: "`nextCursor` of the page before" }),
  after: z.string().max(256).optional().meta({
    description: "`latest` of an earlier answer: what was logged since, instead of a page",
  }),
  source: z.enum(requestSources).default("api").meta({
    description: "`console` for the calls of the console's own pages",
  }),
  method: z.string().max(16).toUpperCase().optional(),
  route: z.string().max(256).optional().meta({
    description: "With its parameters' names, as in `/api/v1/receipts/{userId}`",
  }),
  status: z
    .string()
    .regex(/^[1-5](xx|\d\d)$/, "must be a status such as 404 or a class such as 4xx")
    .optional(),
  errorCode: z.enum(errorCodes).optional(),
  apiKeyId: idText.optional(),
  paymentId: idText.optional(),
  from: dateTimeInput.optional().meta({ description: "Arrived at or after" }),
  to: dateTimeInput.optional().meta({ description: "Arrived before" }),
});

/** One call and its outcome: no body, no query, and only the template of the path. */
const loggedRequest = z
  .object({
    requestId: z.string(),
    at: timestamp.meta({ description: "Arrival" }),
    source: z.enum(requestSources),
    method: z.string(),
    route: z.string(),
    status: z.int(),
    errorCode: z.string().nullable(),
    durationMs: z.number(),
    apiKeyId: z.string().nullable(),
    keyHint: z.string().nullable(),
    memberId: z.string().nullable(),
    address: z.string().nullable(),
    paymentId: z.string().nullable().meta({ description: "The payment that the call was about" }),
  })
  .meta({ id: "LoggedRequest" });

/** How many calls a page examines at most. */
export const CALLS_LOOKED_AT = 100_000;

const requestsPage = z.object({
  requests: z.array(loggedRequest).meta({ description: "Newest first" }),
  nextCursor: z
    .string()
    .nullable()
    .meta({
      description:
        `null on the last page. A page examines at most ${CALLS_LOOKED_AT.toLocaleString("en-US")} calls, so one ` +
        "with few matches, or none, may still have a next page",
    }),
  latest: z.string().meta({ description: "As `after`, asks for what was logged since" }),
});

export type RequestsQuery = z.output<typeof requestsQuery>;
export type LoggedRequest = z.output<typeof loggedRequest>;
export type RequestsPage = z.output<typeof requestsPage>;

export const listRequestsOperation = {
  operationId: "listRequests",
  method: "GET",
  path: "/api/console/requests",
  tag: "Console",
  summary: "The calls that the organization made in the environment",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: requestsQuery,
  response: requestsPage,
  expensive: "reports",
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const requestsExportQuery = requestsQuery.omit({ limit: true, cursor: true, after: true });

export type RequestFilters = z.output<typeof requestsExportQuery>;

export const exportRequestsOperation = {
  operationId: "exportRequests",
  method: "GET",
  path: "/api/console/requests/export",
  tag: "Console",
  summary: "The same calls as CSV, all of them",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: requestsExportQuery,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const getRequestOperation = {
  operationId: "getRequest",
  method: "GET",
  path: "/api/console/requests/{requestId}",
  tag: "Console",
  summary: "One call, by the request id that its answer carried",
  role: "viewer",
  rateClass: "reads",
  params: z.object({ requestId: idText }),
  response: loggedRequest,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
