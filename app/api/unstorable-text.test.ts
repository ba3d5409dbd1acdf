import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const invalid = { status: 400, code: "invalid_request" } as const;
const line = { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 1, totalPrice: 1 };

/** Bodies as they would be valid, were it not for `text`. */
const bodies: [string, string, (text: string) => Record<string, unknown>][] = [
  ...["receiptId", "merchantId", "merchantName", "transactionId", "merchantCity", "cardNonce"].map(
    (field): (typeof bodies)[number] => [
      `the field ${field} of a payment`,
      "/payments/gateway_one/create",
      (text) => paymentBody({ [field]: text }),
    ],
  ),
  ["an unknown field", "/payments/gateway_one/create", (text) => paymentBody({ extra: text })],
  [
    "a nested field",
    "/payments/gateway_one/create",
    (text) => paymentBody({ extra: { a: [text] } }),
  ],
  ["a key", "/payments/gateway_one/create", (text) => paymentBody({ [text]: 1 })],
  [
    "a nested key",
    "/payments/gateway_one/create",
    (text) => paymentBody({ extra: [{ [text]: 1 }] }),
  ],
  [
    "a line item",
    "/payments/gateway_one/create",
    (text) => paymentBody({ items: [{ ...line, name: text }] }),
  ],
  [
    "an unknown field of a line item",
    "/payments/gateway_one/create",
    (text) => paymentBody({ items: [{ ...line, note: text }] }),
  ],
  ["userId of a grant", "/keys/grant-access", (text) => ({ userId: text, keyId: "k" })],
  ["keyId of a grant", "/keys/grant-access", (text) => ({ userId: "usr_1", keyId: text })],
  [
    "userId of a rotation",
    "/keys/rotate",
    (text) => ({ userId: text, keyId: "k", publicKey: "p" }),
  ],
  [
    "paymentId of a decryption",
    "/payments/decrypt",
    (text) => ({ paymentId: text, tokenId: "tok_1", privateKey: "k" }),
  ],
  ["tokenId of an envelope", "/payments/envelope", (text) => ({ paymentId: "p", tokenId: text })],
  [
    "keyId of a registration",
    "/onboarding/register",
    (text) => ({ hashedPan: "ab".repeat(32), publicKey: "p", keyId: text }),
  ],
];

const unstorable: [string, string][] = [
  ["NUL", "a\0b"],
  ["a lone high surrogate", "a\ud800b"],
  ["a lone low surrogate", "a\udc00b"],
];

for (const [character, text] of unstorable) {
  describe(`400 for ${character} in`, () => {
    for (const [place, path, makeBody] of bodies) {
      test(place, async () => assertError(await api.post(path, { body: makeBody(text) }), invalid));
    }
  });
}

describe("400 for NUL in", () => {
  const paths = [
    "/receipts/usr%00_1",
    "/payments/gateway_one/pay%00_1",
    "/receipts/usr_1?cursor=%00",
    "/receipts/usr_1?from=%00",
    `/receipts/usr_1?cursor=${Buffer.from("pay_\0").toString("base64url")}`,
  ];
  for (const path of paths) {
    test(`GET ${path}`, async () => assertError(await api.get(path), invalid));
  }

  test("the gateway of a payment", async () => {
    const answer = await api.post("/payments/gateway_one%00/create", { body: paymentBody() });
    assertError(answer, invalid);
  });
});

describe("never 500 for", () => {
  const calls: [string, number, () => Promise<{ status: number }>][] = [
    ["a path that is not UTF-8", 404, () => api.get("/receipts/%ED%A0%80")],
    ["a path with half an escape", 404, () => api.get("/receipts/%4")],
    ["a query that is not UTF-8", 400, () => api.get("/receipts/usr_1?cursor=%ED%A0%80")],
    ["a key in Latin-1", 401, () => api.get("/receipts/usr_1", { key: "ssk_dev_\u00ff" })],
    ["a very long id", 400, () => api.get(`/receipts/${"u".repeat(129)}`)],
  ];
  for (const [name, status, call] of calls) {
    test(`${name}: ${status}`, async () => assert.equal((await call()).status, status));
  }
});

test("text of every script and emoji are well-formed", async () => {
  const body = paymentBody({
    merchantName: "Caf\u00e9 \u5bff\u53f8 \u0645\u0637\u0639\u0645 \ud83c\udf63",
    "\u6ce8": "\u200f",
  });
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
});
