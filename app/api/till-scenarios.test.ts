import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { type ApiClient, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

// A till that knows nothing but the reference: after each story the customer has paid once or not at
// all, and the till knows which.

const stripe = setUp(startStripeStandIn);
const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  SQUARE_API_BASE: square.url,
}));

let till: Till;
beforeEach(async () => {
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  till = new Till(createApiClient(service, await createTestKey({ organizationId })));
});

describe("the answer is lost, and the money was taken", () => {
  beforeEach(() => stripe.misbehave("cut"));

  test("the same call again tells that it was paid", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.pay("gateway_one", VISA), "paid");
    await till.assertTaken(1);
  });

  test("the look-up finds it, and after the job it is paid", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.lookUp(), "pending");
    await makeDue();
    await finishPendingPayments();
    assert.equal(await till.lookUp(), "succeeded");
    await till.assertTaken(1);
  });

  test("it is canceled, and the customer pays in cash", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.cancel(), "refunded");
    await till.assertTaken(0);
  });

  test("the cancellation gets no answer either, and the job gives the money back", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    stripe.misbehave("error");
    assert.equal(await till.cancel(), "unknown");
    for (let look = 0; look < 3; look += 1) {
      await makeDue();
      await finishPendingPayments();
    }
    assert.equal(await till.lookUp(), "succeeded");
    await till.assertTaken(0);
    assert.equal(await till.cancel(), "refunded");
    await till.assertTaken(0);
  });

  test("it is canceled, and the other gateway takes the money", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.cancel(), "refunded");
    assert.equal(await till.pay("gateway_two", NONCE), "paid");
    await till.assertTaken(1);
  });
});

describe("the provider is away, and nothing was taken", () => {
  beforeEach(() => stripe.misbehave("error", { times: 2 }));

  test("it is canceled once the provider answers, and the next card pays", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.cancel(), "unknown");
    assert.equal(await till.cancel(), "not_charged");
    assert.equal(await till.pay("gateway_one", VISA), "refused");
    assert.equal(await till.pay("gateway_one", MASTERCARD), "paid");
    await till.assertTaken(1);
  });

  test("the wish is kept: the job cancels it, and no retry charges it", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.cancel(), "unknown");
    await makeDue();
    await finishPendingPayments();
    assert.equal(await till.lookUp(), "canceled");
    assert.equal(await till.pay("gateway_one", VISA), "refused");
    await till.assertTaken(0);
  });
});

test("a declined card, and the next one pays", async () => {
  assert.equal(await till.pay("gateway_one", DECLINED), "declined");
  assert.equal(await till.cancel(), "not_charged");
  assert.equal(await till.pay("gateway_one", VISA), "paid");
  await till.assertTaken(1);
});

test("the customer confirms on a device, no notification comes, and the job finds it paid", async () => {
  assert.equal(await till.pay("gateway_one", UNCONFIRMED), "paid");
  assert.equal(await till.lookUp(), "requires_confirmation");
  await makeDue();
  await finishPendingPayments();
  assert.equal(await till.lookUp(), "requires_confirmation", "not yet");

  stripe.confirm(till.paymentId);
  await makeDue();
  await finishPendingPayments();
  assert.equal(await till.lookUp(), "succeeded");
  await till.assertTaken(1);
});

test("nothing reached the service: the look-up finds nothing, and nothing was begun", async () => {
  assert.equal(await till.lookUp(), "none");
  await till.assertTaken(0);
});

test("paid, canceled, and canceled again: given back once", async () => {
  assert.equal(await till.pay("gateway_two", NONCE), "paid");
  assert.equal(await till.cancel(), "refunded");
  assert.equal(await till.cancel(), "refunded");
  await till.assertTaken(0);
});

const VISA = { paymentMethod: "pm_card_visa" };
const MASTERCARD = { paymentMethod: "pm_card_mastercard" };
const DECLINED = { paymentMethod: "pm_card_chargeDeclined" };
const UNCONFIRMED = { paymentMethod: "pm_card_authenticationRequired" };
const NONCE = { cardNonce: "cnon:card-nonce-ok" };
const AMOUNT = 1250;

class Till {
  readonly #api: ApiClient;
  readonly #sale = paymentBody({ amount: AMOUNT });
  readonly #known = new Set<string>();
  #latest: { gateway: string; paymentId: string } | undefined;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  get paymentId(): string {
    return this.#latest?.paymentId ?? assert.fail("nothing was paid");
  }

  async pay(gateway: GatewayName, card: object) {
    const body = { ...this.#sale, ...card };
    const { status, headers } = await this.#api.post(`/payments/${gateway}/create`, { body });
    const paymentId = headers.get("x-payment-id");
    if (paymentId !== null) {
      this.#known.add(paymentId);
      this.#latest = { gateway, paymentId };
    }
    switch (status) {
      case 200:
      case 201:
        return "paid";
      case 402:
        return "declined";
      case 409:
        return "refused";
      default:
        assert.equal(status, 503);
        return "unknown";
    }
  }

  async cancel() {
    const { gateway, paymentId } = this.#latest ?? assert.fail("nothing to cancel");
    const { status, body } = await this.#api.post(`/payments/${gateway}/${paymentId}/cancel`);
    if (status === 503) return "unknown";
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.outcome;
  }

  async lookUp() {
    const { body } = await this.#api.get(`/payments?receiptId=${this.#sale.receiptId}`);
    const [payment] = body.data.payments;
    if (!payment) return "none";
    this.#known.add(payment.paymentId);
    this.#latest = { gateway: payment.veroMetadata.gateway, paymentId: payment.paymentId };
    return payment.status;
  }

  /** How often the customer has paid for the sale, as both providers have it and as the service says. */
  async assertTaken(times: number): Promise<void> {
    await this.#completeRefunds();
    const { body } = await this.#api.get(`/payments?receiptId=${this.#sale.receiptId}`);
    const kept = body.data.payments.map(
      ({ status, refundedAmount }: { status: string; refundedAmount: number }) =>
        status === "succeeded" ? AMOUNT - refundedAmount : 0,
    );
    assert.equal(sum(kept), times * AMOUNT, "as the service says");
    const taken = [...this.#known].flatMap((paymentId) =>
      [stripe, square].map(
        (provider) =>
          provider.countCharges(paymentId) * AMOUNT - provider.refundedAmount(paymentId),
      ),
    );
    assert.equal(sum(taken), times * AMOUNT, "at the providers");
  }

  /** Square approves refunds after a while. */
  async #completeRefunds(): Promise<void> {
    const { body } = await this.#api.get(`/payments?receiptId=${this.#sale.receiptId}`);
    for (const { paymentId, veroMetadata } of body.data.payments) {
      const path = `/payments/${veroMetadata.gateway}/${paymentId}`;
      for (const { refundId } of (await this.#api.get(path)).body.data.refunds) {
        square.setRefund(refundId, { status: "COMPLETED" });
      }
    }
    await makeDue();
    await finishPendingPayments();
  }
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** As if the pauses before the job's next look were over. */
async function makeDue(): Promise<void> {
  await pool().query(
    "UPDATE payment SET claimed_until = NULL, updated_at = now() - interval '3 minutes'",
  );
  await pool().query(
    "UPDATE pending_payment SET next_check_at = now() - interval '1 second' - interval '1 second' WHERE next_check_at IS NOT NULL",
  );
}
