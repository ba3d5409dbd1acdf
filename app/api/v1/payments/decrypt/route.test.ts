import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { grant, paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const everyKnownField = {
  version: "1.1",
  merchantStreet: "Mill Lane 4",
  merchantCity: "Springfield",
  merchantState: "IL",
  merchantPostalCode: "62701",
  merchantCountry: "US",
  merchantTaxId: "12-3456789",
  merchantContactEmail: "hello@bakery.example",
  transactionTimezone: "America/Chicago",
  paymentMethod: "card",
  cardLast4: "0042",
  cardBrand: "visa",
  subtotal: 1150,
  taxAmount: 100,
  totalAmount: 1250,
  mockItems: false,
  items: [
    { lineItemId: "1", name: "Rye bread", quantity: 1, unitPrice: 650, totalPrice: 650 },
    { lineItemId: "2", name: "Cheese, kg", quantity: 0.25, unitPrice: 2400, totalPrice: 600 },
    { lineItemId: "3", name: "Voucher", quantity: 1, unitPrice: -100, totalPrice: -100 },
  ],
};

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

async function decrypt(paymentId: string) {
  const tokenId = await grant(api, holder);
  const { privateKey } = holder;
  return await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
}

/** Pays with exactly this JSON text, then opens the receipt. */
async function sendAndOpen(body: string, gateway = "gateway_one") {
  const created = await api.post(`/payments/${gateway}/create`, { body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { status, body: opened } = await decrypt(created.body.data.paymentId);
  assert.equal(status, 200, JSON.stringify(opened));
  return { paymentId: created.body.data.paymentId, opened };
}

function bodyFor(fields: Record<string, unknown>): Record<string, unknown> {
  return paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });
}

describe("the receipt comes back", () => {
  test("with every known field, paymentId and gateway, and nothing else", async () => {
    const body = bodyFor({ ...everyKnownField, cardNonce: "cnon:card-nonce-ok" });
    const { paymentId, opened } = await sendAndOpen(JSON.stringify(body));
    const { recipientHashedPan: _, cardNonce: __, ...receipt } = body;
    const data = { ...receipt, paymentId, gateway: "gateway_one" };
    assert.deepEqual(opened, { success: true, data });
  });

  test("from the other gateway, with the amount that was derived", async () => {
    const body = bodyFor({ ...everyKnownField, amount: undefined, cardNonce: "cnon:ok" });
    const { paymentId, opened } = await sendAndOpen(JSON.stringify(body), "gateway_two");
    assert.equal(opened.data.gateway, "gateway_two");
    assert.equal(opened.data.amount, 650 + 600 - 100 + everyKnownField.taxAmount);
    assert.equal(opened.data.paymentId, paymentId);
    assert.deepEqual(opened.data.items, everyKnownField.items);
    assert.equal("recipientHashedPan" in opened.data || "cardNonce" in opened.data, false);
    assert.equal(JSON.stringify(opened).includes(holder.hashedPan), false);
  });

  test("with defaults filled in, and mock items marked", async () => {
    const body = bodyFor({ taxAmount: 50 });
    delete body.currency;
    const { opened } = await sendAndOpen(JSON.stringify(body));
    const { version, currency, mockItems, items } = opened.data;
    assert.deepEqual([version, currency, mockItems], ["1.0", "usd", true]);
    assert.ok(items.length > 0);
    for (const item of items) assert.equal(item.mock, true);
    const total = items.reduce((sum: number, item: { totalPrice: number }) => {
      return sum + item.totalPrice;
    }, 0);
    assert.equal(total, 1250 - 50);
  });

  test("without items if none are wanted", async () => {
    const { opened } = await sendAndOpen(JSON.stringify(bodyFor({ mockItems: false })));
    assert.deepEqual(opened.data.items ?? [], []);
  });

  test("with the merchant's items unmarked, though mockItems is true", async () => {
    const { items } = everyKnownField;
    const { opened } = await sendAndOpen(JSON.stringify(bodyFor({ items, mockItems: true })));
    assert.deepEqual(opened.data.items, items);
  });

  test("with the currency in lower case and the date as it was written", async () => {
    const fields = { currency: "EUR", transactionDate: "2026-11-20T10:30:00.5+01:00" };
    const { opened } = await sendAndOpen(JSON.stringify(bodyFor(fields)));
    assert.equal(opened.data.currency, "eur");
    assert.equal(opened.data.transactionDate, fields.transactionDate);
  });
});

describe("unknown fields are part of the receipt", () => {
  const unknown = {
    "a flag": true,
    "a null": null,
    "an empty string": "",
    "text of every plane": "Grüße, 領収書 🧾 \u0001\u2028",
    "a fraction": 0.1,
    "a large number": 1e300,
    "a list": [1, "two", [3, [4]], {}],
    "an object": { loyalty: { points: 12, tiers: ["gold"] }, "": "empty name", "a b": 1 },
    "an object with names of Object.prototype": { toString: 1, constructor: 2, hasOwnProperty: 3 },
  };
  for (const [name, value] of Object.entries(unknown)) {
    test(name, async () => {
      const body = bodyFor({
        extra: value,
        items: [{ ...everyKnownField.items[0], extra: value }],
      });
      const { opened } = await sendAndOpen(JSON.stringify(body));
      assert.deepEqual(opened.data.extra, value);
      assert.deepEqual(opened.data.items[0].extra, value);
    });
  }

  test("names of Object.prototype at the root and in an item", async () => {
    const names = { toString: "a", constructor: "b", valueOf: "c", hasOwnProperty: "d" };
    const items = [{ ...everyKnownField.items[0], ...names }];
    const { opened } = await sendAndOpen(JSON.stringify(bodyFor({ ...names, items })));
    for (const [name, value] of Object.entries(names)) {
      assert.equal(opened.data[name], value);
      assert.equal(opened.data.items[0][name], value);
    }
  });

  const own = '"__proto__":{"polluted":[1]}';
  const item = JSON.stringify(everyKnownField.items[0]).slice(0, -1);
  const places = [
    { name: "at the root", json: own, place: [] },
    { name: "below an unknown field", json: `"extra":{${own}}`, place: ["extra"] },
    { name: "in a line item", json: `"items":[${item},${own}}]`, place: ["items", "0"] },
  ];
  for (const { name, json, place } of places) {
    test(`a key called __proto__ ${name}`, async () => {
      const body = JSON.stringify(bodyFor({})).replace(/^\{/, `{${json},`);
      const { opened } = await sendAndOpen(body);
      const holding = place.reduce((value, step) => value[step], opened.data);
      const kept = Object.getOwnPropertyDescriptor(holding, "__proto__")?.value;
      assert.deepEqual(kept, { polluted: [1] });
      assert.equal("polluted" in {}, false);
    });
  }

  test("a field named like one of the answer does not replace it", async () => {
    const { opened } = await sendAndOpen(JSON.stringify(bodyFor({ success: false })));
    assert.equal(opened.success, true);
    assert.equal(opened.data.success, false);
  });
});

test("a receipt that has been opened can be opened again with a new token", async () => {
  const paymentId = await createSealedPayment(api, holder, { note: "twice" });
  const first = await decrypt(paymentId);
  const second = await decrypt(paymentId);
  assert.equal(first.status, 200);
  assert.deepEqual(second.body, first.body);
});

test("what the merchant can look up later tells nothing of the content", async () => {
  const paymentId = await createSealedPayment(api, holder, everyKnownField);
  const { body } = await api.get(`/payments/gateway_one/${paymentId}`);
  for (const secret of ["Rye bread", "Mill Lane", "0042", "visa", "Corner Bakery"]) {
    assert.equal(JSON.stringify(body).includes(secret), false, secret);
  }
});
