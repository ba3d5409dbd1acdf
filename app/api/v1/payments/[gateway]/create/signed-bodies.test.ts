import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";
import { itemFields, receiptFields } from "#lib/receipts/contract-fields.ts";
import {
  grant,
  paymentBody,
  refundBody,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair, type SigningPair, signRequest } from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { checkSignature } from "#lib/wallet/check-signature.ts";

// Service and wallet read a signed body alike: what the one accepts, the other says was signed.

const service = setUpTestService();
const developer = setUpMember({ tier: "enterprise" });
const api = setUpApi(service, { member: developer });
const holder = setUpCardholder(api);
const pair: SigningPair = setUp(() => createSigningPair("EdDSA"));
setUp(() => registerSigningKey(createConsoleClient(service, developer), pair));

type Fields = Record<string, unknown>;
type Sent = { status: number; receipt?: OpenedReceipt };

async function sendSale(gateway: GatewayName, fields: Fields): Promise<Sent> {
  const request = paymentBody({ ...fields, recipientHashedPan: holder.hashedPan });
  return await send(`/payments/${gateway}/create`, request);
}

async function sendRefund(fields: Fields): Promise<Sent> {
  const paymentId = await createSealedPayment(api, holder);
  return await send(`/payments/gateway_one/${paymentId}/refunds`, refundBody(fields));
}

async function send(path: string, request: object): Promise<Sent> {
  const body = JSON.stringify(request);
  const headers = { "X-Merchant-Signature": signRequest(pair, body) };
  const { status, body: answer } = await api.post(path, { body, headers });
  if (status !== 201) return { status };

  const { paymentId, refundId = paymentId } = answer.data;
  const opened = await api.call("POST /api/v1/payments/decrypt", {
    body: {
      paymentId: refundId,
      tokenId: await grant(api, holder),
      privateKey: holder.privateKey,
    },
  });
  return { status, receipt: openedReceipt.parse(opened) };
}

const text = fc.string({ maxLength: 12, unit: "binary" });
const price = fc.integer({ min: -500, max: 5_000 });
const unknown = fc.oneof(fc.jsonValue({ maxDepth: 2, stringUnit: "binary" }), fc.constant(null));
const line = { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 700, totalPrice: 700 };
/** Fields with a meaning take whatever is sent. */
const anyOf = (fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, unknown]));
const item = fc.record(
  {
    ...anyOf(itemFields),
    lineItemId: fc.constantFrom("1", "a"),
    name: fc.constantFrom("Bread", "Café ☕"),
    quantity: fc.constantFrom(1, 0.5, 3),
    unitPrice: price,
    totalPrice: price,
    extra: unknown,
  },
  { requiredKeys: ["lineItemId", "name", "quantity", "unitPrice", "totalPrice"] },
);

/** Optional fields of every request, each absent, null, or with a value. */
const optionalFields = {
  version: fc.option(fc.constantFrom("1.0", "2")),
  currency: fc.option(fc.constantFrom("usd", "USD")),
  amount: fc.option(fc.integer({ min: 1, max: 1_250 })),
  merchantStreet: fc.option(text),
  merchantCity: fc.option(text),
  merchantState: fc.option(text),
  merchantPostalCode: fc.option(text),
  merchantCountry: fc.option(text),
  merchantTaxId: fc.option(text),
  merchantContactEmail: fc.option(text),
  merchantLogo: fc.option(text),
  transactionTimezone: fc.option(text),
  paymentMethod: fc.option(fc.constantFrom("card", "")),
  cardLast4: fc.option(fc.constantFrom("4242", "0000")),
  cardBrand: fc.option(text),
  subtotal: fc.option(price),
  taxAmount: fc.option(price),
  totalAmount: fc.option(price),
  items: fc.option(fc.array(item, { maxLength: 3 })),
  mockItems: fc.option(fc.boolean()),
  tipAmount: fc.option(fc.integer({ min: 0, max: 100 })),
  ...anyOf(receiptFields),
  note: unknown,
};
const saleFields = fc.record(
  {
    ...optionalFields,
    cardNonce: fc.option(fc.constant("cnon:card-nonce-ok")),
    verificationToken: fc.option(text),
    customer: fc.option(fc.constant("cus_1")),
  },
  { requiredKeys: [] },
);
const refundFields = fc.record(
  { ...optionalFields, merchantId: fc.option(fc.constant("merchant-1")) },
  { requiredKeys: [] },
);
const runs = { numRuns: 100, seed: 20261128 };

describe("what was accepted as signed is shown as signed", () => {
  let accepted = 0;
  async function expectValid({ status, receipt }: Sent, fields: Fields): Promise<void> {
    // Refused, such as a taxAmount that leaves nothing for the items.
    if (!receipt) return assert.equal(status, 400, JSON.stringify(fields));
    accepted++;
    const check = await checkSignature(receipt);
    assert.equal(check.state, "valid", JSON.stringify({ check, fields }));
    await expectChangesToShow(receipt, fields);
  }

  for (const gateway of ["gateway_one", "gateway_two"] as const) {
    test(`payments, ${gateway}`, async () => {
      accepted = 0;
      // Sent with items of any price, an amount would be refused at this gateway.
      const derived = gateway === "gateway_two" ? { amount: null } : {};
      const property = fc.asyncProperty(saleFields, async (drawn) => {
        const fields = { ...drawn, ...derived };
        await expectValid(await sendSale(gateway, fields), fields);
      });
      await fc.assert(property, runs);
      assert.ok(accepted > 15, `${accepted} were accepted`);
    });
  }

  test("refunds", async () => {
    accepted = 0;
    const property = fc.asyncProperty(refundFields, async (fields) =>
      expectValid(await sendRefund(fields), fields),
    );
    await fc.assert(property, runs);
    assert.ok(accepted > 15, `${accepted} were accepted`);
  });

  const everyNull = Object.fromEntries(Object.keys(optionalFields).map((name) => [name, null]));
  const one = (fields: Fields) => sendSale("gateway_one", { amount: 1250, ...fields });
  const two = (fields: Fields) => sendSale("gateway_two", { amount: null, ...fields });
  const cases: [string, (fields: Fields) => Promise<Sent>, Fields][] = [
    ["every optional field null", one, { ...everyNull, amount: 1250 }],
    ["the same, with derived amounts", two, everyNull],
    ["no amount for items", two, { items: [line] }],
    ["a null inside an item", one, { amount: 1250, items: [{ ...line, sku: null }] }],
    ["a null deep inside", one, { amount: 1250, a: { b: [null, { c: null }] } }],
    ["a refund, every optional field null", sendRefund, everyNull],
    ["every field with a meaning null", one, { amount: 1250, ...allOf(null) }],
    ["the same without their shapes", one, { amount: 1250, ...allOf({ a: [null, "1"] }) }],
    ["a refund, every field with a meaning null", sendRefund, allOf(null)],
    ["the same of a refund without their shapes", sendRefund, allOf([7, null])],
    ["a refund with mockItems true", sendRefund, { mockItems: true }],
    ["a refund with mockItems false", sendRefund, { mockItems: false }],
  ];
  for (const [name, run, fields] of cases) {
    test(name, async () => {
      const sent = await run(fields);
      assert.equal(sent.status, 201);
      await expectValid(sent, fields);
    });
  }
});

/** One value for each field with a meaning, of the receipt and of a line. */
function allOf(value: unknown): Fields {
  const fill = (fields: object) =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, value]));
  return { ...fill(receiptFields), items: [{ ...line, ...fill(itemFields) }] };
}

/** Each field changed, taken away, and one added: the wallet names it. */
async function expectChangesToShow(receipt: OpenedReceipt, sent: Fields): Promise<void> {
  const isRefund = receipt.kind === "refund";
  const hasNone = (name: string) => sent[name] === undefined || sent[name] === null;
  // Without a binding in the header, no signature says where it was sent, or which payment a refund is of.
  const unsigned = ["paymentId", "merchantSignature", "gateway", "refundOf"];
  // What the service settles where it was not sent.
  const settled = isRefund ? ["merchantId", "currency", "amount"] : ["amount"];
  const names = Object.keys(receipt)
    .filter((name) => !unsigned.includes(name) && !(isRefund && name === "kind"))
    .filter((name) => !(settled.includes(name) && hasNone(name)));
  for (const name of [...names, "surplus"]) {
    const { [name]: _gone, ...without } = receipt;
    for (const changed of [{ ...receipt, [name]: forge(name, receipt[name]) }, without]) {
      // What is no receipt does not open; and a default may stand for a field that is gone.
      const { data } = openedReceipt.safeParse(changed);
      if (!data || isDeepStrictEqual(data[name], receipt[name])) continue;
      // Made-up items are no part of what was signed.
      if (changed === without && name === "items" && isMadeUp(receipt)) continue;
      const check = await checkSignature(data);
      const isNamed = check.state === "broken" && check.differs.includes(name);
      assert.ok(isNamed, `${name}: ${JSON.stringify(check)}`);
    }
  }
}

function isMadeUp({ items }: OpenedReceipt): boolean {
  return items?.some(({ mock }) => mock === true) ?? false;
}

/** Another value that a receipt may have there. */
function forge(name: string, value: unknown): unknown {
  if (name === "currency") return "jpy";
  if (name === "transactionDate") return "2020-01-01T00:00:00Z";
  if (name === "cardLast4") return "9999";
  if (Array.isArray(value)) return [...value, { ...line, name: "forged" }];
  if (typeof value === "number") return value + 1;
  return typeof value === "boolean" ? !value : "forged";
}
