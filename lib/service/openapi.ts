import { z } from "zod";
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

type Json = Record<string, unknown>;

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

/** The OpenAPI 3.1 document, made from the same schemas that the routes enforce. */
export function openApiDocument(): Json {
  document ??= build();
  return document;
}

let document: Json | undefined;

function build(): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const methods = paths[operation.path] ?? {};
    methods[operation.method.toLowerCase()] = describeOperation(operation, components);
    paths[operation.path] = methods;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sealslip",
      version: "1.0.0",
      description: describeApi(),
    },
    servers: [{ url: "/" }],
    tags: ["Onboarding", "Payments", "Keys", "Receipts", "Service"].map((name) => ({ name })),
    security: [{ ApiKey: [] }],
    paths,
    components: {
      schemas: { ...withExamples(components), ...schemaOf(errorShape, "output").definitions },
      securitySchemes: { ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
      headers: commonHeaders,
    },
  };
}

function withExamples(schemas: Json): Json {
  const examples = Object.entries(bodyExamples).map(([id, example]) => [
    id,
    { ...(schemas[id] as Json), examples: [example] },
  ]);
  return { ...schemas, ...Object.fromEntries(examples) };
}

const integerHeader = (description: string) => ({ description, schema: { type: "integer" } });

const commonHeaders = {
  "X-Request-Id": { description: "Also in errors and in our log", schema: { type: "string" } },
  "X-RateLimit-Limit": integerHeader("Requests allowed in the window"),
  "X-RateLimit-Remaining": integerHeader("Requests left in the window"),
  "X-RateLimit-Reset": integerHeader("Unix time in seconds at which the window resets"),
};

const replayHeader = {
  "Idempotent-Replayed": {
    description: "`true` where this is the answer of an earlier call",
    schema: { const: "true" },
  },
};

const retryHeader = { "Retry-After": integerHeader("Seconds to wait before the next try") };

const headerRefs = Object.fromEntries(
  Object.keys(commonHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function describeOperation(operation: Operation, components: Json): Json {
  const { operationId, tag, summary, description, scope, body } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description || scope
      ? { description: [description, scope && `Scope: \`${scope}\`.`].filter(Boolean).join("\n\n") }
      : {}),
    ...(scope ? {} : { security: [] }),
    parameters: parametersOf(operation, components),
    ...(body
      ? { requestBody: { required: true, content: jsonContent(refTo(body, "input", components)) } }
      : {}),
    responses: { ...successes(operation, components), ...failures(operation) },
  };
}

function parametersOf(operation: Operation, components: Json): Json[] {
  const places = { path: operation.params, query: operation.query, header: operation.headers };
  return Object.entries(places).flatMap(([place, schema]) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { description, ...rest } = refTo(field as z.ZodType, "input", components);
      return {
        name,
        in: place,
        required: place === "path" || !(field as z.ZodType).safeParse(undefined).success,
        ...(description ? { description } : {}),
        schema: rest,
      };
    }),
  );
}

function successes({ statuses, response }: Operation, components: Json): Json {
  const schema = response
    ? {
        type: "object",
        required: ["success", "data"],
        properties: { success: { const: true }, data: refTo(response, "output", components) },
      }
    : { type: "object" };
  const answers = statuses.map((status) => [
    status,
    {
      description: successText(status, statuses),
      headers:
        status === 200 && statuses.includes(201) ? { ...headerRefs, ...replayHeader } : headerRefs,
      content: jsonContent(schema),
    },
  ]);
  return Object.fromEntries(answers);
}

function successText(status: number, statuses: readonly number[]): string {
  if (status === 201) return "Created";
  return statuses.includes(201) ? "The answer of an earlier, identical call" : "OK";
}

const mayBeRetried = new Set<ErrorCode>(["rate_limit_exceeded", "service_unavailable"]);

function failures(operation: Operation): Json {
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
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.map((code) => `\`${code}\``).join(" or "),
        headers: sameStatus.some((code) => mayBeRetried.has(code))
          ? { ...headerRefs, ...retryHeader }
          : headerRefs,
        content: jsonContent({ $ref: "#/components/schemas/Error" }),
      },
    ]),
  );
}

function jsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}

/** A reference for a schema with an id, which goes into `components`; the schema itself else. */
function refTo(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const { root, definitions } = schemaOf(schema, io);
  Object.assign(components, definitions);
  return root;
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): { root: Json; definitions: Json } {
  const document = z.toJSONSchema(z.object({ root: schema }), {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      // Answers may grow without a new version: a client must not refuse a field it does not know.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { root = {} } = document.properties ?? {};
  const text = JSON.stringify({ root, definitions: document.$defs ?? {} });
  return JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
}

/** The paths that need a key, with what the key must allow. For the server: a page has no need of all schemas. */
export function listApiRoutes(): ApiRoute[] {
  return operations.flatMap(({ path, scope }) => (scope ? [{ path, scope }] : []));
}
