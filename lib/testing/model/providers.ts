import type { GatewayName } from "#lib/core/vocabulary.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  type SquareStandIn,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import {
  STRIPE_TEST_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import type { Misbehavior } from "#lib/gateways/testing/stand-in.ts";
import type { RefundResource } from "#lib/payments/contract-refunds.ts";

/** A provider that a merchant of the model is connected to, and what is true there. */
export type ModelProvider = {
  name: string;
  gateway: GatewayName;
  /** Null for the sandbox of those who connected nothing. */
  connection: { provider: string; credentials: object } | null;
  /** What pays, one value for each card that the customer has. */
  cards: Record<string, string>[];
  declinedCard: Record<string, string>;
  /** The next call goes wrong in this way. */
  disturb(how: Misbehavior): void;
  /** What the customer has lost to a payment by now; undefined where the provider keeps no books. */
  takenFor(paymentId: string, amount: number): number | undefined;
  /** Lets refunds that are under way come to their end. */
  completeRefund(refund: Pick<RefundResource, "refundId">): void;
};

export type ModelWorld = AsyncDisposable & {
  env: Record<string, string>;
  providers: ModelProvider[];
};

export async function startProviders(): Promise<ModelWorld> {
  const parts = new AsyncDisposableStack();
  const stripe = parts.use(await startStripeStandIn());
  const square = parts.use(await startSquareStandIn());
  return {
    env: { STRIPE_API_BASE: stripe.url, SQUARE_API_BASE: square.url },
    providers: [connectStripe(stripe), connectSquare(square), sandbox],
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

function connectStripe(stripe: StripeStandIn): ModelProvider {
  return {
    name: "stripe",
    gateway: "gateway_one",
    connection: { provider: "stripe", credentials: { secretKey: STRIPE_TEST_KEY } },
    cards: [{ paymentMethod: "pm_card_visa" }, { paymentMethod: "pm_card_mastercard" }],
    declinedCard: { paymentMethod: "pm_card_chargeDeclined" },
    disturb: (how) => stripe.misbehave(how),
    takenFor: (id, amount) => stripe.countCharges(id) * amount - stripe.refundedAmount(id),
    completeRefund: ({ refundId }) => stripe.setRefund(refundId, { status: "succeeded" }),
  };
}

function connectSquare(square: SquareStandIn): ModelProvider {
  const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };
  return {
    name: "square",
    gateway: "gateway_two",
    connection: { provider: "square", credentials },
    cards: [
      { cardNonce: "cnon:card-nonce-ok" },
      { cardNonce: "cnon:card-nonce-ok", cardBrand: "the other one" },
    ],
    declinedCard: { cardNonce: "cnon:card-nonce-declined" },
    disturb: (how) => square.misbehave(how),
    takenFor: (id, amount) => square.countCharges(id) * amount - square.refundedAmount(id),
    completeRefund: ({ refundId }) => square.setRefund(refundId, { status: "COMPLETED" }),
  };
}

const sandbox: ModelProvider = {
  name: "sandbox",
  gateway: "gateway_one",
  connection: null,
  cards: [{ paymentMethod: "pm_card_visa" }, { paymentMethod: "sandbox_error" }],
  declinedCard: { paymentMethod: "pm_card_chargeDeclined" },
  disturb: () => undefined,
  takenFor: () => undefined,
  completeRefund: () => undefined,
};
