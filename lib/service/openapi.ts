import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import {
  eraseUserOperation,
  generateKeysOperation,
  registerUserOperation,
  rotateKeyOperation,
} from "#lib/cardholders/contract.ts";
import { type ErrorCode, errorCodes, errorStatus } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { createPaymentOperation, getPaymentOperation } from "#lib/payments/contract.ts";
import {
  decryptReceiptOperation,
  getEnvelopeOperation,
  listReceiptsOperation,
} from "#lib/receipts/contract.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { type ApiRoute, healthOperation, openapiOperation, readyOperation } from "./contract.ts";
import { bodyExamples, describeApi } from "./openapi-texts.ts";

export const operations: readonly Operation[] = [
  generateKeysOperation,
  registerUserOperation,
  eraseUserOperation,
  createPaymentOperation,
  getPaymentOperation,
  grantAccessOperation,
  rotateKeyOperation,
  getEnvelopeOperation,
  decryptReceiptOperation,
  listReceiptsOperation,
  healthOperation,
  readyOperation,
  openapiOperation,
];

/** The OpenAPI 3.1 document of the service, built at the first call. */
export function openApiDocument(): Record<string, unknown> {
  document ??= buildDocument(operations);
  return document;
}

let document: Record<string, unknown> | undefined;

/** Out of the same schemas that the routes enforce. */
export function buildDocument(list: readonly Operation[]): Record<string, unknown> {
  return { ...createDocument(describeService(list), { override: adjustSchema }) };
}

const errorShape = z
  .object({
    error: z.object({
      code: z.string().meta({ description: "More may be added", examples: [...errorCodes] }),
      message: z.string(),
      details: z.string().meta({ description: "Empty, or each failing field as `path: reason`" }),
      timestamp: z.iso.datetime(),
      request_id: z.string(),
    }),
  })
  .meta({ id: "Error" });

const count = z.int().nonnegative();

const commonHeaders = z.object({
  "X-Request-Id": z.string().meta({
    description: "Also in errors and in our log",
    header: { id: "X-Request-Id" },
  }),
  "X-RateLimit-Limit": count.meta({
    description: "Requests allowed in the window",
    header: { id: "X-RateLimit-Limit" },
  }),
  "X-RateLimit-Remaining": count.meta({
    description: "Requests left in the window",
    header: { id: "X-RateLimit-Remaining" },
  }),
  "X-RateLimit-Reset": count.meta({
    description: "Unix time in seconds at which the window resets",
    header: { id: "X-RateLimit-Reset" },
  }),
});

const replayHeaders = commonHeaders.extend({
  "Idempotent-Replayed": z.literal("true").optional().meta({
    description: "`true` where this is the answer of an earlier call",
  }),
});

const retryHeaders = commonHeaders.extend({
  "Retry-After": count.optional().meta({ description: "Seconds to wait before the next try" }),
});

function describeService(list: readonly Operation[]): ZodOpenApiObject {
  const paths = Map.groupBy(list, ({ path }) => path);
  const methods = (ofPath: Operation[]) =>
    Object.fromEntries(ofPath.map((one) => [one.method.toLowerCase(), describeOperation(one)]));
  return {
    openapi: "3.1.0",
    info: { title: "Sealslip", version: "1.0.0", description: describeApi() },
    servers: [{ url: "/" }],
    tags: ["Onboarding", "Payments", "Keys", "Receipts", "Service"].map((name) => ({ name })),
    security: [{ ApiKey: [] }],
    paths: Object.fromEntries([...paths].map(([path, ofPath]) => [path, methods(ofPath)])),
    components: {
      securitySchemes: { ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
    },
  };
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { operationId, tag, summary, scope, params, query, headers, body } = operation;
  const description = [operation.description, scope && `Scope: \`${scope}\`.`].filter(Boolean);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description.length > 0 && { description: description.join("\n\n") }),
    ...(!scope && { security: [] }),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: { ...successes(operation), ...failures(operation) },
  };
}

function successes({ statuses, response }: Operation): ZodOpenApiResponsesObject {
  const answer = response
    ? z.object({ success: z.literal(true), data: response })
    : { type: "object" as const };
  const replays = statuses.includes(201);
  const answers = statuses.map((status) => [
    status,
    {
      description: successText(status, replays),
      headers: replays && status === 200 ? replayHeaders : commonHeaders,
      content: json(answer),
    },
  ]);
  return Object.fromEntries(answers);
}

function successText(status: number, replays: boolean): string {
  if (status === 201) return "Created";
  return replays ? "The answer of an earlier, identical call" : "OK";
}

const mayBeRetried = new Set<ErrorCode>(["rate_limit_exceeded", "service_unavailable"]);

function failures(operation: Operation): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>(operation.errors);
  if (operation.rateClass !== null) codes.add("rate_limit_exceeded");
  if (operation.scope) codes.add("unauthorized").add("forbidden");
  if (operation.body || operation.params || operation.query) codes.add("invalid_request");
  if (operation.body) codes.add("payload_too_large").add("unsupported_media_type");
  codes.add("internal_server_error").add("service_unavailable");

  const byStatus = Map.groupBy(
    errorCodes.filter((code) => codes.has(code)),
    (code) => errorStatus[code],
  );
  const answers = [...byStatus].map(([status, sameStatus]) => [
    status,
    {
      description: sameStatus.map((code) => `\`${code}\``).join(" or "),
      headers: sameStatus.some((code) => mayBeRetried.has(code)) ? retryHeaders : commonHeaders,
      content: json(errorShape),
    },
  ]);
  return Object.fromEntries(answers);
}

function json(schema: z.ZodType | { type: "object" }) {
  return { "application/json": { schema } };
}

const examples: Record<string, unknown> = bodyExamples;

const { type, format, pattern } = z.toJSONSchema(z.iso.datetime());
const dateTime = { type, format, pattern };

const adjustSchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  const id = z.globalRegistry.get(zodSchema)?.id ?? "";
  if (id in examples) jsonSchema.examples = [examples[id]];
  // The `timestamp` of core/date-time.ts: a Date in the service, text on the wire.
  if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, dateTime);
  // Answers may grow without a new version: a client must not refuse a field it does not know.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/** The paths that need a key, with the scope of each. For server components: a browser would load every schema. */
export function listApiRoutes(): ApiRoute[] {
  return operations.flatMap(({ path, scope }) => (scope ? [{ path, scope }] : []));
}
