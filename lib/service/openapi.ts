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
  listUsersOperation,
  registerUserOperation,
  registerUsersOperation,
  rotateKeyOperation,
} from "#lib/cardholders/contract.ts";
import { config } from "#lib/config.ts";
import { MAX_KEYS } from "#lib/core/body-limits.ts";
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
import { bodyExamples } from "./openapi-examples.ts";
import { describeApi } from "./openapi-texts.ts";

export const operations: readonly Operation[] = [
  generateKeysOperation,
  registerUserOperation,
  registerUsersOperation,
  listUsersOperation,
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
  const bodies = new Set<unknown>(list.map(({ body }) => body));
  const override: ZodOpenApiOverride = (context) => {
    adjustSchema(context);
    if (bodies.has(context.zodSchema)) allowNulls(context.jsonSchema);
  };
  return { ...createDocument(describeService(list), { override }) };
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
  "Retry-After": count.meta({ description: "Seconds to wait before the next try" }),
});

const challengeHeaders = commonHeaders.extend({
  "WWW-Authenticate": z.string().meta({ description: "What is asked for: an API key" }),
});

const methodHeaders = commonHeaders.extend({
  Allow: z.string().meta({ description: "The methods that this path has" }),
});

function describeService(list: readonly Operation[]): ZodOpenApiObject {
  const { baseUrl } = config();
  const paths = Map.groupBy(list, ({ path }) => path);
  const methods = (ofPath: Operation[]) =>
    Object.fromEntries(ofPath.map((one) => [one.method.toLowerCase(), describeOperation(one)]));
  return {
    openapi: "3.1.0",
    info: {
      title: "Sealslip",
      version: "1.0.0",
      description: describeApi(),
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The operator of this service", ...(baseUrl && { url: baseUrl }) },
    },
    servers: [{ url: "/", description: "Where this document is served" }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
    security: [{ ApiKey: [] }],
    paths: Object.fromEntries([...paths].map(([path, ofPath]) => [path, methods(ofPath)])),
    components: {
      securitySchemes: { ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
    },
  };
}

const tagTexts = {
  Onboarding: "Cardholders and their keys, for card issuers.",
  Payments: "Payments with sealed receipts, for merchants.",
  Keys: "Access to receipts, and new keys, for card issuers.",
  Receipts: "Receipts of a cardholder, listed, and opened with a grant, for card issuers.",
  Service: "What the service says about itself, to anybody.",
};

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
    ...(body && { requestBody: { required: true, content: describeBody(operationId, body) } }),
    responses: { ...successes(operation), ...failures(operation) },
  };
}

function describeBody(operationId: string, schema: z.ZodType) {
  const example = bodyExamples()[operationId];
  if (!example) return json(schema);

  const { value, status } = example;
  const summary =
    status === 404
      ? "With ids that are not yours: answered by 404 as it is"
      : `Answered by ${status} as it is`;
  return { "application/json": { schema, examples: { example: { summary, value } } } };
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

const headersOfStatus: Partial<Record<number, z.ZodObject>> = {
  401: challengeHeaders,
  405: methodHeaders,
  429: retryHeaders,
  503: retryHeaders,
};

function failures(operation: Operation): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>([...operation.errors, "method_not_allowed"]);
  // A path that does not decode leads nowhere.
  if (operation.params) codes.add("not_found");
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
      headers: headersOfStatus[status] ?? commonHeaders,
      content: json(errorShape),
    },
  ]);
  return Object.fromEntries(answers);
}

function json(schema: z.ZodType | { type: "object" }) {
  return { "application/json": { schema } };
}

const adjustSchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  // The `timestamp` of core/date-time.ts: a Date in the service, text on the wire.
  if (zodSchema._zod.def.type === "date") {
    Object.assign(jsonSchema, { type: "string", format: "date-time" });
  }
  // What a text must look like to be read as this says nothing that the type does not.
  if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
  // Answers may grow without a new version: a client must not refuse a field it does not know.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Generators take a field with a default for one that must be sent; the description has it.
  delete jsonSchema.default;
  // Where the caller adds fields, there may be too many.
  if (jsonSchema.additionalProperties) jsonSchema.maxProperties = MAX_KEYS;
};

type JsonSchema = Parameters<ZodOpenApiOverride>[0]["jsonSchema"];

/** In a body `null` means that an optional field is absent. */
function allowNulls(schema: JsonSchema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || typeof field !== "object") continue;
    // Copied, since fields may share one schema.
    const nullable = { ...field };
    if (field.type) nullable.type = [field.type, "null" as const].flat();
    if (field.enum) nullable.enum = [...field.enum, null];
    Object.assign(schema.properties ?? {}, { [name]: nullable });
  }
}

/** The paths that need a key, with the scope of each. For server components: a browser would load every schema. */
export function listApiRoutes(): ApiRoute[] {
  return operations.flatMap(({ path, scope }) => (scope ? [{ path, scope }] : []));
}
