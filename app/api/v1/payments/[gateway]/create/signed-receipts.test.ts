import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readExamples } from "#examples/read-examples.ts";
import type { Schemas } from "#lib/client/schemas.ts";
import { verifyReceipt } from "#lib/client/verify-receipt.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { grant, paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair, type SigningPair, signRequest } from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { checkSignature } from "#lib/wallet/check-signature.ts";

// What the service seals of a signed payment, as the wallet checks it.

const service = setUpTestService();
const developer = setUpMember();
const api = setUpApi(service, { member: developer });
const holder = setUpCardholder(api);
const pair: SigningPair = setUp(() => createSigningPair("ES256"));
setUp(() => registerSigningKey(createConsoleClient(service, developer), pair));

/** Pays with a signature, opens the receipt, and checks it as the wallet does. */
async function payAndCheck(gateway: string, request: Record<string, unknown>) {
  const body = JSON.stringify({ ...request, recipientHashedPan: holder.hashedPan });
  const headers = { "X-Merchant-Signature": signRequest(pair, body) };
  const paid = await api.post(`/payments/${gateway}/create`, { body, headers });
  assert.equal(paid.status, 201, JSON.stringify(paid.body));

  const { paymentId } = paid.body.data;
  const opened = await api.call("POST /api/v1/payments/decrypt", {
    body: { paymentId, tokenId: await grant(api, holder), privateKey: holder.privateKey },
  });
  const checked = await checkSignature(openedReceipt.parse(opened));
  const { receipts } = await api.call("GET /api/v1/receipts/{userId}", {
    params: { userId: holder.userId },
  });
  const listed = receipts.find((receipt) => receipt.paymentId === paymentId);
  assert.ok(listed);
  // The client reads the signed bytes without the schemas of the service.
  const verified = await verifyReceipt(opened as Schemas["Receipt"], { listed });
  assert.ok(verified.state === "signed" && checked.state === "valid", JSON.stringify(verified));
  assert.deepEqual([verified.signer, verified.madeUp], [checked.thumbprint, checked.madeUp]);
  return checked;
}

const valid = (...madeUp: string[]) => ({ state: "valid", thumbprint: pair.kid, madeUp });

for (const { name, gateway, request } of readExamples()) {
  test(`the example ${name}`, async () => {
    const { items, amount, mockItems = true } = request;
    const made = items === undefined && mockItems ? ["items"] : [];
    const derived = items === undefined && amount === undefined ? ["amount"] : [];
    assert.deepEqual(await payAndCheck(gateway, request), valid(...made, ...derived));
  });
}

describe("whatever the service settles", () => {
  const item = { lineItemId: "1", name: "Bread", quantity: 2, unitPrice: 350, totalPrice: 700 };
  const cases: [string, string, Record<string, unknown>, string[]][] = [
    ["an upper-case currency and hash", "gateway_one", { currency: "EUR" }, ["items"]],
    ["no currency", "gateway_one", { currency: undefined }, ["items"]],
    ["null for mockItems", "gateway_one", { mockItems: null }, ["items"]],
    ["no items", "gateway_one", { items: [], mockItems: false }, []],
    [
      "made-up items and amount",
      "gateway_two",
      { amount: undefined, taxAmount: 90 },
      ["items", "amount"],
    ],
    ["the amount of its items", "gateway_two", { amount: 700, items: [item] }, []],
    ["tax on top", "gateway_two", { amount: undefined, items: [item], taxAmount: 133 }, []],
    ["a nonce", "gateway_two", { amount: 700, items: [item], cardNonce: "cnon:card-nonce-ok" }, []],
    [
      "an item for less than nothing",
      "gateway_one",
      { items: [item, { ...item, unitPrice: -0, totalPrice: -50 }] },
      [],
    ],
    ["numbers in any spelling", "gateway_one", { weights: [1e21, 0.1, -0, 1e-7] }, ["items"]],
  ];
  for (const [name, gateway, fields, madeUp] of cases) {
    test(name, async () => {
      assert.deepEqual(
        await payAndCheck(gateway, { ...paymentBody(), ...fields }),
        valid(...madeUp),
      );
    });
  }
});
