import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { config } from "#lib/config.ts";
import { type ErrorCode, errorCodes, errorStatus } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { errorShape, headersOfFailure, headersOfSuccess } from "./openapi-answers.ts";
import { type BodyExample, bodyExamples, sealedBodyExamples } from "./openapi-examples.ts";
import { adjustSchema, completeBodies } from "./openapi-schemas.ts";
import { describeApi } from "./openapi-texts.ts";
import { describeEvents } from "./openapi-webhooks.ts";
import { operations, scopesOf } from "./operations.ts";

/** The OpenAPI 3.1 document of the service, built at the first call. */
export function openApiDocument(): Record<string, unknown> {
  document ??= buildDocument(operations);
  return document;
}

let document: Record<string, unknown> | undefined;

/** Built from the same schemas that the routes enforce. */
export function buildDocument(list: readonly Operation[]): Record<string, unknown> {
  const built = createDocument(describeService(list), { override: adjustSchema });
  completeBodies(built);
  return { ...built };
}

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
    webhooks: describeEvents(),
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
  Webhooks: "What happened: listed, and delivered to endpoints of merchants and issuers.",
  Service: "Health, readiness, and the API document; open to every client.",
};

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { operationId, tag, summary, scope, params, query, headers, body } = operation;
  const scopes = scopesOf(operation).map((one) => `\`${one}\``);
  const needed = scopes.length > 0 && `Scope: ${scopes.join(" or ")}.`;
  const description = [operation.description, needed].filter(Boolean);
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
    ...(body && { requestBody: { required: true, content: describeBody(operation, body) } }),
    responses: { ...successes(operation), ...failures(operation) },
  };
}

/** Of the two forms of a body, a call has exactly one: only the second has `sealedReceipt`, and nothing else of a receipt. */
function describeBody({ operationId, sealedBody }: Operation, body: z.ZodType) {
  const examples = {
    ...describeExample("example", bodyExamples()[operationId]),
    ...(sealedBody && describeExample("sealed", sealedBodyExamples()[operationId])),
  };
  const schema = sealedBody ? z.xor([body, sealedBody]) : body;
  return { "application/json": { schema, ...(Object.keys(examples).length > 0 && { examples }) } };
}

function describeExample(name: string, example: BodyExample | undefined) {
  if (!example) return {};
  const { value, status } = example;
  return { [name]: { summary: exampleSummaries[status], value } };
}

const exampleSummaries = {
  200: "Answered by 200 as it is",
  201: "Answered by 201 as it is",
  400: "With a reservation that is not yours: answered by 400 as it is",
  404: "With ids that are not yours: answered by 404 as it is",
};

function successes(operation: Operation): ZodOpenApiResponsesObject {
  const { statuses, response } = operation;
  const answer = response
    ? z.object({ success: z.literal(true), data: response })
    : { type: "object" as const };
  const replays = statuses.includes(201);
  const answers = statuses.map((status) => [
    status,
    {
      description: successText(status, replays),
      headers: headersOfSuccess(operation, status),
      content: json(answer),
    },
  ]);
  return Object.fromEntries(answers);
}

function successText(status: number, replays: boolean): string {
  if (status === 201) return "Created";
  return replays ? "The answer of an earlier, identical call" : "OK";
}

function failures(operation: Operation): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>([...operation.errors, "method_not_allowed"]);
  // A path that cannot be decoded matches no route.
  if (operation.params) codes.add("not_found");
  if (operation.rateClass !== null) codes.add("rate_limit_exceeded");
  // The query of every call with a key is checked, even if it must be empty.
  if (operation.scope) codes.add("invalid_request").add("unauthorized").add("forbidden");
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
      headers: headersOfFailure(operation, Number(status)),
      content: json(errorShape),
    },
  ]);
  return Object.fromEntries(answers);
}

function json(schema: z.ZodType | { type: "object" }) {
  return { "application/json": { schema } };
}
