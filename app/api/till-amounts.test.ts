import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { type ApiClient, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

// The same bytes charge the same through both gateways, at the providers and in the sandbox, or nothing.

const stripe = setUp(startStripeStandIn);
const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  SQUARE_API_BASE: square.url,
}));

let connected: ApiClient;
let unconnected: ApiClient;
beforeEach(async () => {
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  connected = createApiClient(service, await createTestKey({ organizationId }));
  unconnected = createApiClient(service, await createTestKey());
  stripe.reset();
  square.reset();
  square.setLocation({ currency: "USD" });
});

const line = (lineItemId: string, totalPrice: number) => {
  return { lineItemId, name: `Item ${lineItemId}`, quantity: 1, unitPrice: totalPrice, totalPrice };
};
const lunch = [line("1", 4000), line("2", 1000)];

type Row = {
  name: string;
  fields: Record<string, unknown>;
  /** What is charged at either gateway. */
  amount: number;
  /** Where not at both: what that one of them says. */
  refused?: Partial<Record<GatewayName, RegExp>>;
};

const rows: Row[] = [
  { name: "items", fields: { amount: 5000, items: lunch }, amount: 5000 },
  {
    name: "items, an added tax, and a tip",
    fields: { amount: 6150, items: lunch, taxAmount: 350, tipAmount: 800, totalAmount: 6150 },
    amount: 6150,
  },
  {
    name: "prices that include the tax",
    fields: { amount: 5000, items: lunch, taxAmount: 327, pricesIncludeTax: true },
    amount: 5000,
  },
  {
    name: "prices that include the tax, and a tip",
    fields: {
      amount: 5500,
      items: lunch,
      taxAmount: 327,
      tipAmount: 500,
      totalAmount: 5500,
      pricesIncludeTax: true,
    },
    amount: 5500,
  },
  {
    name: "one card of a split tender",
    fields: {
      amount: 3000,
      items: lunch,
      taxAmount: 350,
      tipAmount: 800,
      totalAmount: 6150,
      splitTender: true,
    },
    amount: 3000,
  },
  {
    name: "one card of a split tender without items",
    fields: { amount: 3000, mockItems: false, totalAmount: 6150, splitTender: true },
    amount: 3000,
  },
  {
    name: "a tax that only looks included",
    fields: { amount: 5000, items: lunch, taxAmount: 327, pricesIncludeTax: "true" },
    amount: 5000,
    refused: { gateway_two: /^amount: must be 5327, / },
  },
  {
    name: "another amount than the items",
    fields: { amount: 3000, items: lunch },
    amount: 3000,
    refused: { gateway_two: /^amount: must be 5000, / },
  },
  { name: "yen", fields: { amount: 980, currency: "jpy", items: [line("1", 980)] }, amount: 980 },
  {
    name: "Kuwaiti dinar",
    fields: { amount: 12_340, currency: "kwd", items: [line("1", 12_340)] },
    amount: 12_340,
    refused: { gateway_two: /^currency: / },
  },
  {
    name: "fils that no card network takes",
    fields: { amount: 12_345, currency: "kwd", items: [line("1", 12_345)] },
    amount: 12_345,
    refused: { gateway_one: /^amount: .*multiple of 10/, gateway_two: /^currency: / },
  },
];

for (const { name, fields, amount, refused = {} } of rows) {
  describe(name, () => {
    const body = () => paymentBody({ ...fields, cardNonce: "cnon:card-nonce-ok" });

    test("gateway_one at Stripe", async () => {
      const sent = { ...body(), paymentMethod: "pm_card_visa" };
      const charges = () =>
        stripe.requests
          .filter(({ method, path }) => `${method} ${path}` === "POST /v1/payment_intents")
          .map((request) => Number(new URLSearchParams(request.body).get("amount")));
      await assertCharged(connected, "gateway_one", sent, charges);
    });

    test("gateway_two at Square", async () => {
      square.setLocation({ currency: String(fields.currency ?? "usd").toUpperCase() });
      const charges = () => listSent("/v2/payments").map(totalOf);
      await assertCharged(connected, "gateway_two", body(), charges);
      const [order] = listSent("/v2/orders");
      if (!fields.splitTender) return;
      assert.equal(order.order.line_items.length, 1, "the provider gets one line");
      assert.equal(order.order.service_charges, undefined);
    });

    for (const gateway of ["gateway_one", "gateway_two"] as const) {
      test(`${gateway} of the sandbox`, async () => {
        const answer = await unconnected.post(`/payments/${gateway}/create`, { body: body() });
        // The sandbox takes every currency; what is no sum of its items is the service's to refuse.
        const why = refused[gateway];
        if (why && !/currency|multiple/.test(why.source)) {
          assert.match(answer.body.error.details, why);
          return;
        }
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        assert.equal(answer.body.data.veroMetadata.amount, amount);
      });
    }

    async function assertCharged(
      api: ApiClient,
      gateway: GatewayName,
      sent: object,
      charges: () => number[],
    ) {
      const answer = await api.post(`/payments/${gateway}/create`, { body: sent });
      const why = refused[gateway];
      if (why) {
        assert.equal(answer.status, 400);
        assert.match(answer.body.error.details, why);
        assert.deepEqual(charges(), []);
        const { body: found } = await api.get("/payments");
        assert.deepEqual(found.data.payments, [], "nothing is stored");
        return;
      }
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      assert.equal(answer.body.data.veroMetadata.amount, amount);
      assert.deepEqual(charges(), [amount]);
    }
  });
}

type Money = { amount: number };

function totalOf({ amount_money, tip_money }: { amount_money: Money; tip_money?: Money }): number {
  return amount_money.amount + (tip_money?.amount ?? 0);
}

function listSent(path: string) {
  return square.requests
    .filter((request) => `${request.method} ${request.path}` === `POST ${path}`)
    .map(({ body }) => JSON.parse(body));
}

describe("a bill on two cards", () => {
  for (const gateway of ["gateway_one", "gateway_two"] as const) {
    test(`${gateway} charges each its part of one receipt`, async () => {
      const bill = paymentBody({ items: lunch, splitTender: true, paymentMethod: "pm_card_visa" });
      const parts = [
        { transactionId: `${bill.transactionId}-1`, amount: 3000 },
        { transactionId: `${bill.transactionId}-2`, amount: 2000 },
      ];
      for (const part of parts) {
        const body = { ...bill, ...part, cardNonce: "cnon:card-nonce-ok" };
        const { status } = await connected.post(`/payments/${gateway}/create`, { body });
        assert.equal(status, 201);
      }
      const { body } = await connected.get(`/payments?receiptId=${bill.receiptId}`);
      const paid = body.data.payments.map(
        ({ transactionId, veroMetadata }: { transactionId: string; veroMetadata: Money }) => {
          return { transactionId, amount: veroMetadata.amount };
        },
      );
      assert.deepEqual(paid, parts.toReversed());
    });
  }
});
