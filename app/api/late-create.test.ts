import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { type ApiClient, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { sendRaw } from "#lib/testing/raw-request.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

// The network holds a create back while its till looks it up, and cancels it.

const stripe = setUp(startStripeStandIn);
const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  SQUARE_API_BASE: square.url,
}));

type Shop = { key: string; api: ApiClient };

async function openShop({ isConnected }: { isConnected: boolean }): Promise<Shop> {
  const organizationId = await createTestOrganization();
  if (isConnected) await connectStandIns(organizationId);
  const key = await createTestKey({ organizationId });
  return { key, api: createApiClient(service, key) };
}

/** Sends all of a create but the end of its body, which `arrive` sends. */
function sendSlowly({ key }: Shop, gateway: GatewayName, body: object) {
  const bytes = Buffer.from(JSON.stringify(body));
  const rest = Promise.withResolvers<void>();
  async function* pieces() {
    yield bytes.subarray(0, -20);
    await rest.promise;
    yield bytes.subarray(-20);
  }
  const answer = sendRaw(service, {
    method: "POST",
    target: `/api/v1/payments/${gateway}/create`,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(bytes.length),
      "X-API-Key": key,
    },
    pieces: pieces(),
  });
  return {
    arrive() {
      rest.resolve();
      return answer;
    },
  };
}

const cards = {
  gateway_one: { paymentMethod: "pm_card_visa" },
  gateway_two: { cardNonce: "cnon:card-nonce-ok" },
} as const;

for (const isConnected of [true, false]) {
  for (const gateway of ["gateway_one", "gateway_two"] as const) {
    describe(`${gateway} ${isConnected ? "at its provider" : "of the sandbox"}`, () => {
      test("what was canceled before it arrived is 409, and no charge is sent", async () => {
        const shop = await openShop({ isConnected });
        const body = paymentBody(cards[gateway]);
        const { merchantId, receiptId, transactionId } = body;
        const slow = sendSlowly(shop, gateway, body);
        const found = await shop.api.get(`/payments?receiptId=${receiptId}`);
        assert.deepEqual(found.body.data.payments, [], "none so far");

        const before = [stripe.requests.length, square.requests.length];
        const canceled = await shop.api.post(`/payments/${gateway}/cancel`, {
          body: { merchantId, receiptId, transactionId },
        });
        assert.equal(canceled.body.data.outcome, "not_charged");
        assert.equal(canceled.body.data.paymentId, null);

        const { status, body: refusal } = await slow.arrive();
        assert.equal(status, 409);
        assert.equal(refusal.error.code, "conflict");
        assert.deepEqual([stripe.requests.length, square.requests.length], before);
        const after = await shop.api.get(`/payments?receiptId=${receiptId}`);
        assert.deepEqual(after.body.data.payments, []);
      });

      test("without a cancellation, what was not there yet is charged once it arrives", async () => {
        const shop = await openShop({ isConnected });
        const body = paymentBody(cards[gateway]);
        const slow = sendSlowly(shop, gateway, body);
        const path = `/payments?receiptId=${body.receiptId}`;
        assert.deepEqual((await shop.api.get(path)).body.data.payments, []);
        assert.equal((await slow.arrive()).status, 201);
        assert.equal((await shop.api.get(path)).body.data.payments.length, 1);
      });
    });
  }
}
