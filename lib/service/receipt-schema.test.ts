import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readExamples } from "#examples/read-examples.ts";
import receiptSchema from "#public/schemas/receipt.json" with { type: "json" };
import { receiptNames } from "./receipt-names.ts";
import { buildReceiptSchema, type FieldSchema } from "./receipt-schema.ts";

const ajv = new Ajv2020({ allErrors: true, keywords: ["x-ubl"], strictTypes: false });
const validate = ajv.compile(receiptSchema);

test("the file is that of the service: npm run generate:schema", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(buildReceiptSchema())), receiptSchema);
});

test("the table of names has every field of a receipt, and no other", () => {
  const fields = listFields(buildReceiptSchema());
  assert.deepEqual(fields.map(({ path }) => path).sort(), Object.keys(receiptNames).sort());
  for (const { path, field } of fields) {
    assert.ok(field.description, path);
    for (const name of [receiptNames[path]?.ubl ?? []].flat()) {
      assert.match(name, /^(?:c[ab]c:[A-Z]\w+)(?:\/c[ab]c:[A-Z]\w+)*(?:\/@unitCode)?$/, path);
    }
  }
});

for (const { name, gateway, request } of readExamples()) {
  test(`${name} is a receipt`, () => {
    const { cardNonce: _nonce, ...fields } = request;
    const receipt = { ...fields, amount: request.amount ?? request.totalAmount, gateway };
    assert.ok(validate({ ...receipt, paymentId: "pay_1" }), ajv.errorsText(validate.errors));
  });
}

const receipt = {
  receiptId: "r-1",
  merchantId: "m-1",
  merchantName: "Corner Bakery",
  transactionId: "t-1",
  transactionDate: "2026-11-20T09:30:00",
  amount: 1250,
  paymentId: "pay_1",
  gateway: "gateway_one",
};

test("fields of the merchant's own are kept, and fields with a meaning have their shape", () => {
  const tax = { ratePercent: 7, amount: 82, note: "own" };
  const own = { ...receipt, tableNumber: 7, taxes: [tax], loyalty: { program: "Crumbs", tier: 2 } };
  assert.ok(validate(own), ajv.errorsText(validate.errors));
  const wrong = [
    { amount: 12.5 },
    { receiptId: undefined },
    { taxes: [{ amount: 82 }] },
    { kind: "sale" },
    { sealedAt: "service" },
    { items: [{ name: "Rye loaf" }] },
  ];
  for (const fields of wrong) {
    assert.equal(validate({ ...receipt, ...fields }), false, JSON.stringify(fields));
  }
});

function listFields(schema: FieldSchema, prefix = ""): { path: string; field: FieldSchema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const entry = field.items;
    return [{ path, field }, ...listFields(entry ?? field, entry ? `${path}[].` : `${path}.`)];
  });
}
