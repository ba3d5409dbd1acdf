import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sampleCard } from "#lib/core/sample-card.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

type Row = [name: string, fields: Record<string, unknown>, details: RegExp];

const { number } = sampleCard;
const line = { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 5, totalPrice: 5 };
const withItem = (fields: Record<string, unknown>) => ({ items: [{ ...line, ...fields }] });

const requiredFields = [
  "receiptId",
  "merchantId",
  "merchantName",
  "transactionId",
  "transactionDate",
  "recipientHashedPan",
  "amount",
];
const missing = requiredFields.flatMap((name): Row[] => [
  [`${name} missing`, { [name]: undefined }, new RegExp(`^${name}: `)],
  [`${name} null`, { [name]: null }, new RegExp(`^${name}: `)],
]);

const everyGateway: Row[] = [
  ...missing.filter(([name]) => !name.startsWith("amount")),
  ["an empty id", { receiptId: "" }, /^receiptId: /],
  ["a number for an id", { merchantId: 7 }, /^merchantId: /],
  ["an id that is too long", { transactionId: "t".repeat(129) }, /^transactionId: /],
  ["a name that is too long", { merchantName: "n".repeat(257) }, /^merchantName: /],
  ["an address that is too long", { merchantStreet: "s".repeat(257) }, /^merchantStreet: /],
  ["a date without a time", { transactionDate: "2026-11-20" }, /^transactionDate: /],
  ["a day that does not exist", { transactionDate: "2026-02-30T10:00:00Z" }, /^transactionDate: /],
  ["a date in words", { transactionDate: "yesterday" }, /^transactionDate: /],
  ["seconds for a date", { transactionDate: 1795168800 }, /^transactionDate: /],
  ["an unknown currency", { currency: "zzz" }, /^currency: /],
  [
    "a card number as the payment method",
    { paymentMethod: number },
    /^paymentMethod: .*card number/,
  ],
  ["a card number in a field of the merchant", { loyalty_card: number }, /^loyalty_card: /],
  ["a card number in an item", withItem({ cardNumber: number }), /^items\[0\]\.cardNumber: /],
  ["a name of the service", { paymentId: "mine" }, /^paymentId: /],
  ["another name of the service", { gateway: "gateway_one" }, /^gateway: /],
  ["a number that JSON cannot keep", { serial: 12345678901234567890n }, /^serial: is too large/],
  ["a currency sign", { currency: "$" }, /^currency: /],
  ["a numeric currency", { currency: 840 }, /^currency: /],
  ["a hash that is too short", { recipientHashedPan: "ab".repeat(31) }, /^recipientHashedPan: /],
  ["a hash that is not hex", { recipientHashedPan: "zz".repeat(32) }, /^recipientHashedPan: /],
  ["tax with a fraction", { taxAmount: 1.5 }, /^taxAmount: /],
  ["a subtotal in words", { subtotal: "12" }, /^subtotal: /],
  ["mockItems in words", { mockItems: "false" }, /^mockItems: /],
  ["items that are no list", { items: {} }, /^items: /],
  ["an item that is no object", { items: ["Bread"] }, /^items\[0\]: /],
  ["an item without a name", withItem({ name: undefined }), /^items\[0\]\.name: /],
  ["an item without an id", withItem({ lineItemId: undefined }), /^items\[0\]\.lineItemId: /],
  ["an item without a total", withItem({ totalPrice: undefined }), /^items\[0\]\.totalPrice: /],
  ["a quantity of nothing", withItem({ quantity: 0 }), /^items\[0\]\.quantity: /],
  ["a negative quantity", withItem({ quantity: -1 }), /^items\[0\]\.quantity: /],
  ["a price with a fraction", withItem({ unitPrice: 0.5 }), /^items\[0\]\.unitPrice: /],
  ["a total in words", withItem({ totalPrice: "5" }), /^items\[0\]\.totalPrice: /],
  [
    "a part without an amount",
    part({ amount: undefined }),
    /^amount: is required with splitTender/,
  ],
  ["a part of nothing", part({ amount: 0 }), /^amount: /],
  ["a part that is more than the items", part({ amount: 6 }), /^amount: must be at most 5 /],
  [
    "a part that is more than the total",
    part({ amount: 6, items: undefined, totalAmount: 5 }),
    /^amount: must be at most 5 /,
  ],
];

/** 3 of a receipt over 5. */
function part(fields: Record<string, unknown>): Record<string, unknown> {
  return { splitTender: true, amount: 3, items: [line], ...fields };
}

const gatewayOne: Row[] = [
  ...missing.filter(([name]) => name.startsWith("amount")),
  ["an amount of nothing", { amount: 0 }, /^amount: /],
  ["a negative amount", { amount: -1 }, /^amount: /],
  ["an amount with a fraction", { amount: 12.5 }, /^amount: /],
  ["an amount in words", { amount: "1250" }, /^amount: /],
  ["an amount that is too large", { amount: 10 ** 12 + 1 }, /^amount: /],
  [
    "tax and tip far beyond the amount, and no items",
    { amount: 1, taxAmount: 10 ** 12, tipAmount: 10 ** 12 },
    /^taxAmount: /,
  ],
];

const gatewayTwo: Row[] = [
  ["neither amount nor items", { amount: undefined, mockItems: false }, /amount|items/],
  ["items that add up to nothing", { items: [{ ...line, totalPrice: 0 }] }, /items/],
  ["items that add up to less", { items: [line, { ...line, totalPrice: -6 }] }, /items/],
  ["tax that takes all", { items: [line], taxAmount: -5 }, /items/],
  [
    "a total of prices that include tax",
    { amount: undefined, items: [line], taxAmount: 1, totalAmount: 5 },
    /^totalAmount: must be 6, .*pricesIncludeTax/,
  ],
  ["an amount that is not the sum", { amount: 7, items: [line] }, /^amount: must be 5, /],
  ["an amount of nothing beside items", { amount: 0, items: [line] }, /^amount: must be 5, /],
  ["an amount in words beside items", { amount: "5", items: [line] }, /^amount: must be 5, /],
  ["a part that only looks like one", part({ splitTender: "true" }), /^amount: must be 5, /],
  [
    "a total beside a part that is not the sum",
    part({ totalAmount: 6 }),
    /^totalAmount: must be 5, /,
  ],
  ["a total that is not the amount", { amount: 7, totalAmount: 8 }, /^totalAmount: /],
];

const tables: [string, Row[]][] = [
  ["gateway_one", [...everyGateway, ...gatewayOne]],
  ["gateway_two", [...everyGateway, ...gatewayTwo]],
];

for (const [gateway, rows] of tables) {
  describe(`400 of ${gateway}`, () => {
    for (const [name, fields, details] of rows) {
      test(name, async () => {
        const body = writeJson(paymentBody(fields));
        const answer = await api.post(`/payments/${gateway}/create`, { body });
        assertError(answer, { status: 400, code: "invalid_request", details });
      });
    }
  });
}

/** JSON with the digits of a bigint as they are. */
function writeJson(body: unknown): string {
  const text = JSON.stringify(body, (_, value) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return text.replace(/"(\d+)n"/g, "$1");
}

describe("400", () => {
  for (const gateway of ["gateway_three", "GATEWAY_ONE", "gateway_one%20", "__proto__"]) {
    test(`the gateway ${gateway}`, async () => {
      const answer = await api.post(`/payments/${gateway}/create`, { body: paymentBody() });
      assertError(answer, { status: 400, code: "invalid_request" });
      assert.match(JSON.stringify(answer.body), /gateway_one.*gateway_two/);
    });
  }

  test("a card number in place of its hash is named as one and echoed nowhere", async () => {
    for (const number of ["4242424242424242", "378282246310005", "4242 4242 4242 4242"]) {
      const body = paymentBody({ recipientHashedPan: number });
      const answer = await api.post("/payments/gateway_one/create", { body });
      assertError(answer, {
        status: 400,
        code: "invalid_request",
        details: /^recipientHashedPan: .*SHA-256/,
      });
      assert.ok(!JSON.stringify(answer.body).includes(number));
      assert.ok(!service.logLines.join("").includes(number));
    }
  });

  test("says what a field must be, in words", async () => {
    const sent: [Record<string, unknown>, string][] = [
      [{ amount: 0 }, "amount: must be at least 1"],
      [{ amount: "12" }, "amount: must be a number"],
      [{ amount: 1.5 }, "amount: must be a whole number"],
      [{ amount: 10 ** 12 + 1 }, "amount: must be at most 1,000,000,000,000"],
      [{ receiptId: "" }, "receiptId: must not be empty"],
      [{ receiptId: null }, "receiptId: must be text"],
      [{ receiptId: undefined }, "receiptId: is required"],
      [{ receiptId: "r".repeat(129) }, "receiptId: must have at most 128 characters"],
      [{ mockItems: "no" }, "mockItems: must be true or false"],
      [{ items: {} }, "items: must be an array"],
      [{ items: new Array(501).fill(line) }, "items: must have at most 500 entries"],
      [withItem({ quantity: 0 }), "items[0].quantity: must be above 0"],
    ];
    for (const [fields, details] of sent) {
      const answer = await api.post("/payments/gateway_one/create", { body: paymentBody(fields) });
      assert.equal(answer.body.error.details, details);
    }
  });

  test("lists every failing field, and no value", async () => {
    const body = paymentBody({ amount: "secret-1", receiptId: ["secret-2"], currency: "secret-3" });
    const { body: answer } = await api.post("/payments/gateway_one/create", { body });
    assert.match(answer.error.details, /amount: .*/);
    assert.match(answer.error.details, /receiptId: .*/);
    assert.match(answer.error.details, /currency: .*/);
    assert.doesNotMatch(JSON.stringify(answer), /secret/);
  });
});

test("nothing that was refused left anything behind", async () => {
  const { rows } = await pool().query("SELECT id FROM payment");
  assert.deepEqual(rows, []);
});
