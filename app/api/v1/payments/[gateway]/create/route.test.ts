import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { grant, paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

const create = (gateway: string, fields: Record<string, unknown> = {}) =>
  api.post(`/payments/${gateway}/create`, {
    body: paymentBody({ recipientHashedPan: holder.hashedPan, ...fields }),
  });

const item = (totalPrice: number, fields: Record<string, unknown> = {}) => ({
  lineItemId: `line-${totalPrice}`,
  name: "Bread",
  quantity: 1,
  unitPrice: totalPrice,
  totalPrice,
  ...fields,
});

/** Creates a payment and opens its receipt again. */
async function createAndOpen(gateway: string, fields: Record<string, unknown> = {}) {
  const { status, body } = await create(gateway, fields);
  assert.equal(status, 201, JSON.stringify(body));
  const opened = await api.post("/payments/decrypt", {
    body: {
      paymentId: body.data.paymentId,
      tokenId: await grant(api, holder),
      privateKey: holder.privateKey,
    },
  });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  return { payment: body.data, receipt: opened.body.data };
}

const sumOf = (items: { totalPrice: number }[]) =>
  items.reduce((sum, { totalPrice }) => sum + totalPrice, 0);

describe("201", () => {
  test("answers ids, secret and metadata of a receipt sealed to the cardholder", async () => {
    const { status, body } = await create("gateway_one", { receiptId: "r-1", currency: "EUR" });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ["success", "data"]);
    assert.equal(body.success, true);
    const { paymentId, clientSecret, orderId, veroMetadata } = body.data;
    assert.deepEqual(Object.keys(body.data).length, 4);
    assert.match(paymentId, /^pay_/);
    assert.ok(clientSecret.length > 0 && orderId.length > 0);
    const { createdAt, ...rest } = veroMetadata;
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
    assert.deepEqual(rest, {
      receiptId: "r-1",
      receiptStatus: "sealed",
      keyId: holder.keyId,
      algorithm: "RSA-OAEP-256",
      encryption: "A256GCM",
      amount: 1250,
      currency: "eur",
      gateway: "gateway_one",
      paymentStatus: "succeeded",
      mockItems: true,
      sealedAt: "service",
    });
  });

  test("holds the receipt of an unknown card in escrow", async () => {
    const { body } = await api.post("/payments/gateway_one/create", { body: paymentBody() });
    assert.equal(body.data.veroMetadata.receiptStatus, "escrowed");
    assert.equal(body.data.veroMetadata.keyId, null);
  });

  test("knows the card in either case of its hash", async () => {
    const recipientHashedPan = holder.hashedPan.toUpperCase();
    const { body } = await create("gateway_one", { recipientHashedPan });
    assert.equal(body.data.veroMetadata.keyId, holder.keyId);
  });

  test("fills in version and currency", async () => {
    const { payment, receipt } = await createAndOpen("gateway_one", { currency: undefined });
    assert.equal(payment.veroMetadata.currency, "usd");
    assert.equal(receipt.currency, "usd");
    assert.equal(receipt.version, "1.0");
  });

  test("charges gateway_one the amount, whatever the items say", async () => {
    const { payment } = await createAndOpen("gateway_one", { amount: 999, items: [item(500)] });
    assert.equal(payment.veroMetadata.amount, 999);
    assert.equal(payment.veroMetadata.mockItems, false);
  });

  test("requires confirmation where the sandbox is asked to", async () => {
    const { body } = await create("gateway_one", {
      paymentMethod: "sandbox_requires_confirmation",
    });
    assert.equal(body.data.veroMetadata.paymentStatus, "requires_confirmation");
  });

  const accepted: [string, Record<string, unknown>][] = [
    ["the smallest amount", { amount: 1 }],
    ["the largest amount", { amount: 10 ** 12 }],
    ["a currency without digits", { currency: "JPY" }],
    ["a currency with three digits", { currency: "kwd" }],
    ["a date with an offset", { transactionDate: "2026-11-20T09:30:00+02:00" }],
    ["a date without an offset", { transactionDate: "2026-11-20T09:30:00" }],
    ["a date with a fraction", { transactionDate: "2026-11-20T09:30:00.123Z" }],
    ["decimals in a quantity", { items: [item(100, { quantity: 0.125 })] }],
    ["a discount", { items: [item(1500), item(-250)] }],
    ["ids of 128 characters", { receiptId: "r".repeat(128) }],
    ["names of 256 characters", { merchantName: "n".repeat(256) }],
    ["no items at all", { items: [], mockItems: false }],
    [
      "null for what may be left out",
      { currency: null, items: null, taxAmount: null, cardLast4: null },
    ],
    ["a total that differs from the amount", { totalAmount: 1300 }],
  ];
  for (const [name, fields] of accepted) {
    test(`takes ${name}`, async () => {
      const { status, body } = await create("gateway_one", fields);
      assert.equal(status, 201, JSON.stringify(body));
    });
  }
});

test("says that it charged dollars where the body names no currency, also the second time", async () => {
  for (const currency of [undefined, null]) {
    const body = paymentBody({ currency });
    for (const status of [201, 200]) {
      const answer = await api.post("/payments/gateway_one/create", { body });
      assert.equal(answer.status, status);
      assert.equal(answer.body.data.veroMetadata.currency, "usd");
      assert.equal(answer.headers.get("warning"), '299 - "currency was not given: usd"');
    }
  }
  const named = await create("gateway_one", { currency: "USD" });
  assert.equal(named.headers.get("warning"), null);
});

describe("201 of gateway_two", () => {
  const cases: [string, Record<string, unknown>, number, boolean][] = [
    ["the items", { amount: undefined, items: [item(700), item(-50)] }, 650, false],
    [
      "the items and the tax",
      { amount: undefined, items: [item(700)], taxAmount: 133 },
      833,
      false,
    ],
    ["the items where the amount is theirs", { amount: 700, items: [item(700)] }, 700, false],
    ["an amount without items", { amount: 4242 }, 4242, true],
    ["an amount without items, less tax", { amount: 4242, taxAmount: 242 }, 4242, true],
    ["the items where the amount is null", { amount: null, items: [item(700)] }, 700, false],
    [
      "the items where the total is theirs",
      { amount: undefined, items: [item(700)], taxAmount: 70, totalAmount: 770 },
      770,
      false,
    ],
    ["an amount where items are unwanted", { amount: 77, mockItems: false }, 77, false],
  ];
  for (const [name, fields, amount, mockItems] of cases) {
    test(`derives the charge from ${name}`, async () => {
      const { body } = await create("gateway_two", fields);
      assert.equal(body.data.veroMetadata.amount, amount);
      assert.equal(body.data.veroMetadata.mockItems, mockItems);
      assert.equal(body.data.veroMetadata.gateway, "gateway_two");
    });
  }

  test("takes the prices of mock items where there is no amount", async () => {
    const { payment, receipt } = await createAndOpen("gateway_two", {
      amount: undefined,
      taxAmount: 90,
    });
    assert.ok(receipt.items.length > 0);
    assert.equal(payment.veroMetadata.amount, sumOf(receipt.items) + 90);
    assert.equal(receipt.amount, payment.veroMetadata.amount);
  });
});

describe("mock items", () => {
  for (const gateway of ["gateway_one", "gateway_two"]) {
    const part = { amount: 3000, taxAmount: 350, splitTender: true };
    test(`of a part are those of the whole receipt on ${gateway} where its total is known`, async () => {
      const whole = await createAndOpen(gateway, { ...part, totalAmount: 6350 });
      assert.equal(whole.receipt.amount, 3000);
      assert.equal(sumOf(whole.receipt.items), 6000);
      const unknown = await createAndOpen(gateway, part);
      assert.equal(sumOf(unknown.receipt.items), 3000);
    });

    test(`add up to the amount on ${gateway} where prices include the tax`, async () => {
      const included = { amount: 1070, taxAmount: 70, pricesIncludeTax: true };
      const { receipt } = await createAndOpen(gateway, included);
      assert.equal(receipt.amount, 1070);
      assert.equal(sumOf(receipt.items), 1070);
    });
  }

  for (const gateway of ["gateway_one", "gateway_two"]) {
    test(`add up to the amount less tax on ${gateway} and say that they are mock`, async () => {
      const { receipt } = await createAndOpen(gateway, {
        amount: 12_345,
        taxAmount: 345,
        items: [],
      });
      assert.equal(sumOf(receipt.items), 12_000);
      for (const line of receipt.items) {
        assert.equal(line.mock, true);
        assert.equal(line.totalPrice, line.quantity * line.unitPrice);
      }
    });
  }

  test("are the same for the same receiptId", async () => {
    const one = await createAndOpen("gateway_one", { receiptId: "same" });
    const other = await createAndOpen("gateway_one", { receiptId: "same" });
    assert.deepEqual(one.receipt.items, other.receipt.items);
  });

  test("never stand in for items that were sent", async () => {
    const { receipt } = await createAndOpen("gateway_one", { items: [item(1250, { note: "x" })] });
    assert.deepEqual(receipt.items, [item(1250, { note: "x" })]);
  });
});

describe("402", () => {
  const declines: [string, string, Record<string, unknown>][] = [
    ["gateway_one", "paymentMethod", { paymentMethod: "pm_card_chargeDeclined" }],
    ["gateway_two", "paymentMethod", { paymentMethod: "pm_card_chargeDeclined" }],
    ["gateway_two", "cardNonce", { cardNonce: "cnon:card-nonce-declined" }],
  ];
  for (const [gateway, field, fields] of declines) {
    test(`${gateway} declines by ${field}`, async () => {
      assertError(await create(gateway, fields), { status: 402, code: "payment_declined" });
    });
  }

  test("the declining nonce means nothing to gateway_one", async () => {
    const { status } = await create("gateway_one", { cardNonce: "cnon:card-nonce-declined" });
    assert.equal(status, 201);
  });
});

describe("503", () => {
  test("an error of the gateway, again and again", async () => {
    const body = paymentBody({ paymentMethod: "sandbox_error" });
    for (const _attempt of [1, 2]) {
      const answer = await api.post("/payments/gateway_one/create", { body });
      assertError(answer, { status: 503, code: "service_unavailable" });
      assert.ok(Number(answer.headers.get("retry-after")) > 0);
    }
  });

  test("a gateway that never answers; the retry gets the payment that was made", async () => {
    const body = paymentBody({ paymentMethod: "sandbox_timeout" });
    const pay = () => api.post("/payments/gateway_two/create", { body });
    const first = await withImpatience(pay);
    assertError(first, { status: 503, code: "service_unavailable" });
    assert.ok(Number(first.headers.get("retry-after")) > 0);

    const retry = await pay();
    assert.equal(retry.status, 201, JSON.stringify(retry.body));
    assert.equal(retry.body.data.veroMetadata.paymentStatus, "succeeded");
  });
});
