import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { makeDue, outwaitSettling, Till } from "#lib/testing/till.ts";
// Loaded before the clock runs: the first use of a package takes most of a deadline.
import "square";
import "stripe";

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
  till = new Till(createApiClient(service, await createTestKey({ organizationId })), {
    stripe,
    square,
  });
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

  test("the other gateway takes the money first, and then the lost payment is canceled", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.pay("gateway_two", NONCE), "paid");
    assert.equal(await till.cancel("gateway_one"), "refunded");
    await till.assertTaken(1);
  });

  test("another card is refused until the first one is canceled", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.pay("gateway_one", MASTERCARD), "refused");
    assert.equal(await till.lookUp(), "pending");
    assert.equal(await till.cancel(), "refunded");
    // The sale was paid and given back: taking it again needs a reference of its own.
    assert.equal(await till.pay("gateway_one", MASTERCARD), "refused");
    await till.assertTaken(0);
  });

  test("nobody comes back for it, and the look-up tells in the end that it was paid", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    await outwaitSettling();
    await finishPendingPayments();
    assert.equal(await till.lookUp(), "succeeded");
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

test("nobody comes back for what the provider never got, and it is never charged", async () => {
  stripe.misbehave("error", { times: 1 });
  assert.equal(await till.pay("gateway_one", VISA), "unknown");
  await outwaitSettling();
  await finishPendingPayments();
  assert.equal(await till.lookUp(), "canceled");
  assert.equal(await till.pay("gateway_one", VISA), "refused");
  assert.equal(await till.cancel(), "not_charged");
  await till.assertTaken(0);
});

test("the look-up finds nothing new while a 503 lasts, and the same call again pays once", async () => {
  stripe.misbehave("error", { times: 2 });
  assert.equal(await till.pay("gateway_one", VISA), "unknown");
  assert.equal(await till.lookUp(), "pending");
  assert.equal(await till.pay("gateway_one", VISA), "unknown");
  assert.equal(await till.pay("gateway_one", VISA), "paid");
  await till.assertTaken(1);
});

describe("it is canceled, and the charge arrives after that", () => {
  beforeEach(() => stripe.misbehave("late", { method: "POST", path: "/v1/payment_intents" }));

  /** Stripe keeps a canceled charge out by its idempotency key, as long as it remembers that. */
  const arriveLate = () => {
    stripe.forgetKeys();
    stripe.deliverLate();
  };

  test("the job gives the money back", async () => {
    assert.equal(await till.pay("gateway_one", VISA), "unknown");
    assert.equal(await till.cancel(), "not_charged");
    arriveLate();
    assert.equal(stripe.countCharges(till.paymentId), 1);
    // A look without an answer is not the last one.
    stripe.misbehave("error", { times: 9 });
    for (const ends of [() => stripe.behave(), () => undefined]) {
      await makeDue();
      await finishPendingPayments();
      ends();
    }
    await till.assertTaken(0);
    assert.equal(await till.lookUp(), "canceled");
  });

  test("what is still to be confirmed is closed", async () => {
    assert.equal(await till.pay("gateway_one", UNCONFIRMED), "unknown");
    assert.equal(await till.cancel(), "not_charged");
    arriveLate();
    const countClosed = () => stripe.requests.filter(({ path }) => path.endsWith("/cancel")).length;
    const before = countClosed();
    await makeDue();
    await finishPendingPayments();
    assert.equal(countClosed(), before + 1);
    await till.assertTaken(0);
  });
});

for (const [gateway, card] of [
  ["gateway_one", () => VISA],
  ["gateway_two", () => NONCE],
] as const) {
  test(`a part was refunded at the provider itself: a cancellation at ${gateway} gives back the rest`, async () => {
    assert.equal(await till.pay(gateway, card()), "paid");
    const provider = gateway === "gateway_one" ? stripe : square;
    provider.refundAtProvider(till.paymentId, 300);
    assert.equal(await till.cancel(), "refunded");
    square.completeRefunds();
    await till.assertTaken(0);
  });
}

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
