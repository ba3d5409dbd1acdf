import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readExamples } from "#examples/read-examples.ts";
import { type OpenedReceipt, openedReceipt, recipientFieldNames } from "#lib/receipts/contract.ts";
import { listChanges } from "#lib/testing/list-changes.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair, type SigningPair, signRequest } from "#lib/testing/sign-request.ts";
import { checkSignature } from "./check-signature.ts";

const pair: SigningPair = setUp(() => createSigningPair("EdDSA"));

/** A receipt as its cardholder opens it; `settled` is what the service adds or changes. */
function signedReceipt(
  request: Record<string, unknown>,
  settled: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): OpenedReceipt {
  const recipient = settled.kind === "refund" ? {} : { recipientHashedPan: "ab".repeat(32) };
  const body = JSON.stringify({ ...request, ...recipient });
  const { cardNonce: _nonce, ...fields } = request;
  for (const name of recipientFieldNames) delete fields[name];
  return openedReceipt.parse({
    ...fields,
    ...settled,
    paymentId: "pay_1",
    gateway: settled.gateway ?? "gateway_one",
    merchantSignature: {
      jws: signRequest(pair, body, header),
      signedBytes: Buffer.from(body).toString("base64url"),
      jwk: pair.publicKey.export({ format: "jwk" }),
    },
  });
}

const minimal = {
  receiptId: "r",
  merchantId: "m",
  merchantName: "Corner Bakery",
  transactionId: "t",
  transactionDate: "2026-11-20T09:30:00Z",
  amount: 1250,
};
const line = { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 1200, totalPrice: 1200 };

const broken = (...differs: string[]) => ({ state: "broken", differs });
const valid = (...madeUp: string[]) => ({ state: "valid", thumbprint: pair.kid, madeUp });

describe("valid", () => {
  for (const { name, request } of readExamples()) {
    test(`the example ${name}`, async () => {
      const receipt = signedReceipt({ amount: 1, ...request, mockItems: false });
      assert.deepEqual(await checkSignature(receipt), valid());
    });
  }

  const settledCases: [string, object, object, string[]][] = [
    ["a currency in lower case", { currency: "EUR" }, { currency: "eur" }, []],
    ["made-up items", {}, { items: [{ ...line, mock: true }] }, ["items"]],
    [
      "made-up items for an empty list",
      { items: [] },
      { items: [{ ...line, mock: true }] },
      ["items"],
    ],
    [
      "an amount that follows from the items",
      { amount: 5, taxAmount: 50, items: [line] },
      { amount: 1250, gateway: "gateway_two" },
      [],
    ],
    [
      "an amount of made-up items",
      { amount: undefined },
      { amount: 1200, items: [{ ...line, mock: true }], gateway: "gateway_two" },
      ["items", "amount"],
    ],
  ];
  for (const [name, fields, settled, madeUp] of settledCases) {
    test(name, async () => {
      const receipt = signedReceipt({ ...minimal, ...fields }, { ...settled });
      assert.deepEqual(await checkSignature(receipt), valid(...madeUp));
    });
  }
});

test("whom it is for is signed, and not part of the receipt", async () => {
  for (const name of recipientFieldNames) {
    const receipt = signedReceipt({ ...minimal, [name]: "cd".repeat(32) });
    assert.equal(receipt[name], undefined);
    assert.deepEqual(await checkSignature(receipt), valid(), name);
  }
});

describe("broken: the receipt says something else", () => {
  const full = {
    ...minimal,
    version: "1.0",
    currency: "usd",
    mockItems: true,
    cardLast4: "4242",
    taxAmount: 50,
    items: [{ ...line, note: "rye" }],
    loyalty: { points: [7, null], level: true },
  };
  const changes = listChanges(full);

  test("the receipt as it was signed is valid", async () => {
    assert.deepEqual(await checkSignature(signedReceipt(full)), valid());
    assert.ok(changes.length > 40);
  });
  for (const [name, changed] of changes) {
    test(name, async () => {
      const { paymentId, gateway, merchantSignature } = signedReceipt(full);
      const other: OpenedReceipt = JSON.parse(
        JSON.stringify({ ...changed, paymentId, gateway, merchantSignature }),
      );
      const [field = ""] = name.split(/[. ]/);
      assert.deepEqual(await checkSignature(other), broken(field));
    });
  }

  const settledCases: [string, object, object, string][] = [
    ["items that are not marked as made up", {}, { items: [line] }, "items"],
    [
      "made-up items where the merchant wants none",
      { mockItems: false },
      { items: [mock()] },
      "items",
    ],
    ["made-up items in place of the merchant's", { items: [line] }, { items: [mock()] }, "items"],
    ["another amount than the items have", { items: [line] }, { gateway: "gateway_two" }, "amount"],
  ];
  for (const [name, fields, settled, field] of settledCases) {
    test(name, async () => {
      const receipt = signedReceipt({ ...minimal, ...fields }, { ...settled });
      assert.deepEqual(await checkSignature(receipt), broken(field));
    });
  }
});

describe("broken: the proof", () => {
  const proofs: [string, (proof: Record<string, unknown>) => unknown][] = [
    ["is no object", () => "signed"],
    ["is null", () => null],
    ["lacks the JWS", ({ jws: _jws, ...others }) => others],
    ["has another key", (proof) => ({ ...proof, jwk: { kty: "OKP", crv: "Ed25519", x: "AA" } })],
    ["holds other bytes", (proof) => ({ ...proof, signedBytes: "e30" })],
  ];
  for (const [name, change] of proofs) {
    test(name, async () => {
      const receipt = signedReceipt(minimal);
      const merchantSignature = change(receipt.merchantSignature as Record<string, unknown>);
      assert.deepEqual(await checkSignature({ ...receipt, merchantSignature }), broken());
    });
  }

  for (const text of ["{", "[]", '"text"', "{}", "\u0000"]) {
    test(`signs ${JSON.stringify(text)} instead of a payment`, async () => {
      const proof = {
        jws: signRequest(pair, text),
        signedBytes: Buffer.from(text).toString("base64url"),
        jwk: pair.publicKey.export({ format: "jwk" }),
      };
      const receipt = { ...signedReceipt(minimal), merchantSignature: proof };
      assert.deepEqual(await checkSignature(receipt), broken());
    });
  }
});

function mock() {
  return { ...line, mock: true };
}

describe("a credit note", () => {
  const { amount: _amount, merchantId: _merchant, ...note } = minimal;
  const settled = {
    ...{ merchantId: "m", currency: "usd", amount: 400 },
    ...{ kind: "refund", refundOf: "pay_0", mockItems: undefined },
  };

  test("is what was signed, with what may be left out of it", async () => {
    const whole = { ...note, refundReference: "return-1", amount: 400, reason: "stale" };
    const { refundReference: _reference, ...shown } = whole;
    const receipt = { ...signedReceipt(whole, settled), ...shown };
    assert.deepEqual(await checkSignature(withoutReference(receipt)), valid());
    const rest = signedReceipt({ ...note, refundReference: "return-1" }, settled);
    assert.deepEqual(await checkSignature(withoutReference(rest)), valid("amount"));
  });

  test("is nothing else", async () => {
    const sent = { ...note, refundReference: "return-1", amount: 400 };
    for (const change of [{ amount: 500 }, { reason: "none" }, { receiptId: "another" }]) {
      const receipt = signedReceipt(sent, { ...settled, ...change });
      const expected = broken(...Object.keys(change));
      assert.deepEqual(await checkSignature(withoutReference(receipt)), expected);
    }
  });

  function withoutReference({ refundReference: _reference, ...receipt }: OpenedReceipt) {
    return receipt as OpenedReceipt;
  }
});

describe("a signature that says what it is for", () => {
  const place = { organization: "org_1", environment: "production", gateway: "gateway_one" };
  const sale = { ...place, request: "create" };
  const refund = { ...place, request: "refund", paymentId: "pay_0" };
  const { merchantId: _merchant, ...note } = minimal;
  const settled = { kind: "refund", refundOf: "pay_0", merchantId: "m", currency: "usd" };
  const open = (binding: unknown, isRefund = false) => {
    const header = { sealslip: binding, crit: ["b64", "sealslip"] };
    if (!isRefund) return signedReceipt(minimal, {}, header);
    const receipt = signedReceipt({ ...note, refundReference: "one" }, settled, header);
    const { refundReference: _reference, ...opened } = receipt;
    return opened as OpenedReceipt;
  };

  test("is valid for it", async () => {
    const environment = "production" as const;
    const bound = { ...valid(), organization: "org_1" };
    assert.deepEqual(await checkSignature(open(sale), { environment }), bound);
    assert.deepEqual(await checkSignature(open(sale)), bound);
    assert.deepEqual(await checkSignature(open(refund, true), { environment }), bound);
  });

  const cases: [string, unknown, boolean, string[]][] = [
    ["another gateway", { ...sale, gateway: "gateway_two" }, false, ["gateway"]],
    ["another environment", { ...sale, environment: "staging" }, false, ["environment"]],
    ["a refund", refund, false, ["kind"]],
    ["a sale", sale, true, ["kind", "refundOf"]],
    ["another payment's refund", { ...refund, paymentId: "pay_9" }, true, ["refundOf"]],
    ["a part of it", { gateway: "gateway_one" }, false, ["sealslip"]],
    ["more than is known", { ...sale, until: "noon" }, false, ["sealslip"]],
    ["nothing", null, false, ["sealslip"]],
  ];
  for (const [name, binding, isRefund, differs] of cases) {
    test(`is broken for ${name}`, async () => {
      const check = checkSignature(open(binding, isRefund), { environment: "production" });
      assert.deepEqual(await check, broken(...differs));
    });
  }
});
