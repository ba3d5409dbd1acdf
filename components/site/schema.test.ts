import assert from "node:assert/strict";
import { test } from "node:test";
import { describeType, listFields, listForms, type Schema } from "./schema.ts";

const types: [schema: Schema, says: string][] = [
  [{ type: "string" }, "string"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ type: "string", minLength: 1, maxLength: 128 }, "string, 1 to 128 characters"],
  [{ type: "string", minLength: 3, maxLength: 3 }, "string, 3 characters"],
  [{ type: "string", maxLength: 256 }, "string, up to 256 characters"],
  [{ type: "string", format: "date-time" }, "date and time"],
  [{ type: "string", enum: ["pin", "other"] }, "pin | other"],
  [{ type: ["string", "null"], enum: ["pin", "other", null] }, "pin | other | null"],
  [{ type: "string", const: "A256GCM" }, '"A256GCM"'],
  [{ type: "integer", minimum: 1, maximum: 1_000_000 }, "integer, 1 to 1,000,000"],
  [
    { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    "integer",
  ],
  [{ type: "number", exclusiveMinimum: 0, maximum: 10 }, "number, above 0"],
  [
    { type: "array", maxItems: 500, items: { $ref: "#/components/schemas/Item" } },
    "array of object, at most 500",
  ],
];

const schemas: Record<string, Schema> = {
  Item: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

for (const [schema, says] of types) {
  test(`${JSON.stringify(schema)} reads: ${says}`, () => {
    assert.equal(describeType(schema, schemas), says);
  });
}

test("the fields of objects inside follow the field that holds them", () => {
  const order: Schema = {
    type: "object",
    properties: {
      items: { type: "array", items: { $ref: "#/components/schemas/Item" } },
      first: { $ref: "#/components/schemas/Item", description: "The first one" },
      isGift: { type: "boolean" },
    },
    required: ["items"],
  };
  assert.deepEqual(listFields(order, schemas), [
    { path: "items", type: "array of object", isRequired: true, description: "" },
    { path: "items[].name", type: "string", isRequired: true, description: "" },
    { path: "first", type: "object", isRequired: false, description: "The first one" },
    { path: "first.name", type: "string", isRequired: true, description: "" },
    { path: "isGift", type: "boolean", isRequired: false, description: "" },
  ]);
});

const header: Schema = {
  type: "object",
  oneOf: [
    {
      type: "object",
      properties: { alg: { type: "string", const: "A" }, kid: { type: "string" } },
      required: ["alg", "kid"],
    },
    {
      type: "object",
      properties: {
        alg: { type: "string", const: "B" },
        kid: { type: "string" },
        epk: { $ref: "#/components/schemas/Item" },
      },
      required: ["alg", "kid", "epk"],
    },
  ],
};

test("the fields of an object that has several forms are those of all of them", () => {
  const envelope: Schema = { type: "object", properties: { header }, required: ["header"] };
  assert.deepEqual(listFields(envelope, schemas), [
    { path: "header", type: "object", isRequired: true, description: "" },
    { path: "header.alg", type: "A | B", isRequired: true, description: "" },
    { path: "header.kid", type: "string", isRequired: true, description: "" },
    { path: "header.epk", type: "object", isRequired: false, description: "" },
    { path: "header.epk.name", type: "string", isRequired: true, description: "" },
  ]);
});

test("a body is listed by its forms", () => {
  const item: Schema = { $ref: "#/components/schemas/Item" };
  assert.deepEqual(listForms(item, schemas), [{ ...schemas.Item, ...item }]);
  const names = listForms({ oneOf: [item, header] }, schemas).map(({ type, oneOf }) => [
    type,
    oneOf?.length,
  ]);
  assert.deepEqual(names, [
    ["object", undefined],
    ["object", 2],
  ]);
});
