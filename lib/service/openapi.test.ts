import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { eventTypes } from "#lib/core/vocabulary.ts";
import { readIdempotencyKey } from "#lib/http/idempotency-key.ts";
import { createPaymentOperation } from "#lib/payments/contract.ts";
import { paymentRequest } from "#lib/receipts/contract.ts";
import { fieldsOfSchemas, receiptFields } from "#lib/receipts/contract-fields.ts";
import { eventTexts } from "#lib/webhooks/contract-events.ts";
import { buildDocument, openApiDocument } from "./openapi.ts";
import { listApiRoutes } from "./operations.ts";

/** The document of one operation with this answer, as far as it describes the answer. */
function describeAnswer(response: z.ZodType, id: string): unknown {
  const operation: Operation = {
    operationId: "get",
    method: "GET",
    path: "/api/v1/thing",
    tag: "Service",
    summary: "One",
    scope: null,
    rateClass: null,
    response,
    statuses: [200],
    errors: [],
  };
  const schema = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) });
  return schema.parse(buildDocument([operation])).components.schemas[id];
}

function thing(id: string, moment: z.ZodType) {
  return z
    .object({
      at: moment.meta({ description: "When" }),
      endedAt: moment.nullable(),
      seenAt: moment.optional(),
      earlier: z.array(moment),
    })
    .meta({ id });
}

test("the documented pattern of an Idempotency-Key is what the service takes", () => {
  const pattern = createPaymentOperation.headers.shape["Idempotency-Key"];
  const keys = [
    "k",
    "k".repeat(255),
    "k".repeat(256),
    "a b",
    '"a b"',
    '""',
    "",
    '"open',
    'in"side',
  ];
  for (const key of [
    ...keys,
    '"a\\"b"',
    '"a\\b"',
    `"${"k".repeat(255)}"`,
    `"${"k".repeat(256)}"`,
    "é",
  ]) {
    assert.equal(pattern.safeParse(key).success, isTaken(key), key);
  }
});

function isTaken(key: string): boolean {
  const headers = { get: () => key };
  try {
    return readIdempotencyKey(headers) !== undefined;
  } catch {
    return false;
  }
}

test("every field of a body has a type, also where two bodies share it", () => {
  const { components } = documentShape.parse(openApiDocument());
  for (const name of ["PaymentRequest", "RefundRequest"]) {
    for (const [field, { type, $ref }] of Object.entries(
      components.schemas[name]?.properties ?? {},
    )) {
      assert.ok(type ?? $ref, `${name}.${field}`);
    }
  }
  assert.deepEqual(components.schemas.RefundRequest?.properties?.taxAmount?.type, [
    "integer",
    "null",
  ]);
});

const documentShape = z.object({
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({
        properties: z
          .record(
            z.string(),
            z.looseObject({ type: z.unknown().optional(), $ref: z.string().optional() }),
          )
          .optional(),
      }),
    ),
  }),
});

test("a timestamp is described as the text that is sent, wherever it stands", () => {
  const described = describeAnswer(thing("Thing", timestamp), "Thing");
  assert.deepEqual(described, describeAnswer(thing("Text", z.iso.datetime()), "Text"));
  assert.match(JSON.stringify(described), /"type":"string","format":"date-time"/);
});

test("the fields with a meaning are in each schema that has them, and required in none", () => {
  const schema = z.object({ properties: z.looseObject({}), required: z.array(z.string()) });
  const document = z.object({
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  });
  const { schemas } = document.parse(openApiDocument()).components;
  for (const [id, fields] of Object.entries(fieldsOfSchemas)) {
    const { properties, required } = schema.parse(schemas[id]);
    for (const name of Object.keys(fields)) {
      assert.ok(name in properties, `${id}.${name}`);
      assert.ok(!required.includes(name), `${id}.${name}`);
    }
  }
});

test("a field that charging or matching reads is described by the body that has it, in all it says", () => {
  const { components } = documentShape.parse(openApiDocument());
  const { pricesIncludeTax, splitTender, terminalId } =
    components.schemas.PaymentRequest?.properties ?? {};
  assert.equal(terminalId?.maxLength, 128);
  assert.match(String(terminalId?.description), /terminal.*`match`/);
  for (const field of [pricesIncludeTax, splitTender]) {
    assert.match(String(field?.description), /Any other value has no effect/);
  }
  for (const [name, shape] of Object.entries(paymentRequest.shape)) {
    if (name in receiptFields) assert.equal(shape.meta(), undefined, `${name} is described twice`);
  }
});

test("the reservation of a refund is described as that of its sale, and a payment's method is described", () => {
  const { PaymentRequest, SealedRefundRequest, SealedPaymentRequest } = documentShape.parse(
    openApiDocument(),
  ).components.schemas;
  assert.match(String(SealedPaymentRequest?.properties?.reservation?.description), /recipient/);
  const { description } = SealedRefundRequest?.properties?.reservation ?? {};
  assert.match(String(description), /refundOf/);
  assert.doesNotMatch(String(description), /recipient/);
  for (const form of [PaymentRequest, SealedPaymentRequest]) {
    assert.match(String(form?.properties?.paymentMethod?.description), /`pm_…`/);
  }
});

test("each type of event is a webhook, whose example is one of its schema", () => {
  const webhook = z.object({
    post: z.object({
      operationId: z.string(),
      summary: z.string(),
      requestBody: z.object({
        content: z.object({
          "application/json": z.object({
            schema: z.object({ $ref: z.string() }),
            examples: z.object({ example: z.object({ value: z.unknown() }) }),
          }),
        }),
      }),
    }),
  });
  const document = openApiDocument();
  const { webhooks } = z.object({ webhooks: z.record(z.string(), webhook) }).parse(document);
  assert.deepEqual(Object.keys(webhooks), [...eventTypes]);

  // The whole document is the schema: most of its keywords are OpenAPI's.
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true, uri: true } });
  ajv.addSchema(document, "openapi");
  for (const [type, { post }] of Object.entries(webhooks)) {
    assert.equal(post.summary, Reflect.get(eventTexts, type));
    const { schema, examples } = post.requestBody.content["application/json"];
    const validate = ajv.getSchema(`openapi${schema.$ref}`);
    assert.ok(validate?.(examples.example.value), `${type}: ${ajv.errorsText(validate?.errors)}`);
    assert.deepEqual(Object.keys(z.looseObject({}).parse(examples.example.value)), [
      "type",
      "timestamp",
      "data",
    ]);
  }
});

test("null in the body of a PATCH leaves the field as it is, and the document says so", () => {
  const { components } = documentShape.parse(openApiDocument());
  const { url, types, status } = components.schemas.WebhookEndpointChange?.properties ?? {};
  for (const field of [url, types, status]) assert.ok([field?.type].flat().includes("null"));
});

test("a path whose scope is one of two is listed for both", () => {
  const events = listApiRoutes().find(({ path }) => path === "/api/v1/events");
  assert.deepEqual(events?.scopes, ["payments:read", "receipts:read"]);
});
