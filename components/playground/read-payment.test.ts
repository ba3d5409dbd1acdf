import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import { sealedPaymentRequest } from "#lib/payments/contract-sealed.ts";
import { envelopeFields } from "#lib/reservations/contract.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { dumpDatabase } from "#lib/testing/dump-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { paymentExamples } from "./payment-examples.ts";
import { readPayment } from "./read-payment.ts";
import { fieldRules, listFates } from "./service-view.ts";

const service = setUpTestService();
const api = setUpApi(service);

const item = { lineItemId: "1", name: "Rye bread", quantity: 1, unitPrice: 650, totalPrice: 650 };

const bodies: Record<string, Record<string, unknown>> = {
  "without items": paymentBody(),
  "without items and amount": paymentBody({ amount: undefined }),
  "with items": paymentBody({ items: [item], amount: 650 }),
  "an amount that is not the sum": paymentBody({ items: [item], amount: 700 }),
  "tax on top": paymentBody({ items: [item], taxAmount: 50, amount: 700 }),
  "a part of a receipt": paymentBody({ items: [item], splitTender: true, amount: 300 }),
  "more than the receipt": paymentBody({ items: [item], splitTender: true, amount: 900 }),
  "no recipient": paymentBody({ recipientHashedPan: undefined }),
  "a card number": paymentBody({ note: "4242424242424242" }),
  "wrong types": paymentBody({ currency: "dollars", items: [{ ...item, quantity: "one" }] }),
  "null where a field may be absent": paymentBody({ taxAmount: null, items: null }),
  ...Object.fromEntries(paymentExamples.map(({ value, body }) => [value, { ...body }])),
};

for (const gateway of gateways) {
  for (const [name, body] of Object.entries(bodies)) {
    test(`${gateway} answers as the playground says: ${name}`, async () => {
      const text = JSON.stringify({ ...body, ...unique() });
      const answer = await api.post(`/payments/${gateway}/create`, { body: text });
      const reading = readPayment(text, gateway);
      if (reading.state !== "accepted") {
        assert.equal(answer.status, 400, JSON.stringify(answer.body));
        const problems = reading.state === "refused" ? reading.problems : [];
        const said = problems.map(({ path, reason }) => `${path}: ${reason}`);
        assert.equal(answer.body.error.details, said.join("; "));
        return;
      }
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const { amount, currency, mockItems } = answer.body.data.veroMetadata;
      const { payment } = reading;
      assert.deepEqual([currency, mockItems], [payment.currency, payment.isMadeUp]);
      // What the service makes up is another sum each time.
      if (body.amount !== undefined) assert.equal(amount, payment.amount);
    });
  }
}

test("only fields that are said to be readable can be read in the database", async () => {
  const mark = () => `m${randomBytes(8).toString("hex")}`;
  const names = ["merchantId", "receiptId", "transactionId", "merchantName", "merchantCity"];
  const marked = Object.fromEntries(
    [...names, "terminalId", "cashier", "ownField"].map((name) => [name, mark()]),
  );
  const body = paymentBody(marked);
  const answer = await api.post("/payments/gateway_one/create", { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const dump = await dumpDatabase();
  const readable = Object.keys(marked).filter((name) => dump.includes(String(marked[name])));
  const said = listFates(marked, { gateway: "gateway_one", sealer: "service" })
    .filter(({ fate }) => fate === "kept")
    .map(({ name }) => name);
  assert.deepEqual(readable, said);
  assert.ok(!dump.includes(String(body.recipientHashedPan)));
});

test("each column is one that the document of the stored data names", () => {
  const document = readFileSync(join(import.meta.dirname, "../../docs/security/data.md"), "utf8");
  for (const { columns } of Object.values(fieldRules)) {
    for (const column of columns) assert.ok(document.includes(`\`${column}\``), column);
  }
});

test("the fields beside an envelope are those that a sealed payment takes", () => {
  const taken = Object.keys(sealedPaymentRequest.shape);
  const said = Object.keys(fieldRules).filter((name) => fieldRules[name]?.isBesideEnvelope);
  const others = Object.keys(envelopeFields);
  assert.deepEqual(said.sort(), taken.filter((name) => !others.includes(name)).sort());
});

const faults: [name: string, text: string, state: string][] = [
  ["nothing", " ", "empty"],
  ["no JSON", '{ "amount": ', "unreadable"],
  ["a list", "[]", "refused"],
  ["an envelope", '{"sealedReceipt":{}}', "refused"],
];
for (const [name, text, state] of faults) {
  test(`a body that is none: ${name}`, () => {
    const gateway: GatewayName = "gateway_one";
    assert.equal(readPayment(text, gateway).state, state);
  });
}

/** The same payment twice would get the first answer. */
function unique(): object {
  const id = randomBytes(6).toString("hex");
  return { receiptId: `r-${id}`, transactionId: `t-${id}` };
}
