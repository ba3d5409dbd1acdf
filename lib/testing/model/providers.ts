import Stripe from "stripe";
import type { Tenant } from "#lib/core/caller.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import {
  createSquareStandIn,
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import {
  createStripeStandIn,
  STRIPE_TEST_KEY,
  type StripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import type { ProviderEvent, StandIn } from "#lib/gateways/testing/stand-in.ts";
import type { TestCardholder } from "#lib/testing/api-client.ts";
import { NOTIFICATION_URL, SQUARE_KEY, STRIPE_SECRET, signSquare } from "#lib/testing/merchant.ts";
import { reachInProcess } from "./reach-in-process.ts";

type ModelStandIn = StandIn &
  Pick<StripeStandIn, "forgetKeys" | "refundedAmount" | "completeRefunds" | "reverseRefund">;

/** A provider that a merchant of the model is connected to, and what is true there. */
export type ModelProvider = {
  name: string;
  gateway: GatewayName;
  /** Null for the sandbox of those who connected nothing. */
  connection: { provider: string; credentials: object } | null;
  /** What pays, one value for each card that the customer has. */
  cards: Record<string, string>[];
  declinedCard: Record<string, string>;
  /** Null where nothing goes wrong, nothing is written down, and nobody is notified. */
  standIn: ModelStandIn | null;
  /** Where charges and refunds are sent. */
  chargePath: string;
  refundPath: string;
  /** What is new is in no list, where the provider's lists lag. */
  hideFromLists(hidden: boolean): void;
  /** Refunds that the provider has failed at are carried out after all, or never. */
  tidyUp(carriesOut: boolean): void;
  /** The headers that prove an event to be the provider's. */
  sign(event: ProviderEvent): Record<string, string>;
};

/** A merchant, one of whose sales is played with, and the cardholder who pays. */
export type ModelShop = {
  tenant: Tenant;
  provider: ModelProvider;
  /** Null where no provider is connected. */
  connectionId: string | null;
  cardholder: TestCardholder;
};

/** Nothing listens there: `reachInProcess` takes what the service sends to them. */
const STRIPE_ADDRESS = "http://127.0.0.1:1";
const SQUARE_ADDRESS = "http://127.0.0.1:2";

/** The variables that lead the service to the providers of its process. */
export const providerEnv = { STRIPE_API_BASE: STRIPE_ADDRESS, SQUARE_API_BASE: SQUARE_ADDRESS };

/** In the order in which seeds take turns with them. */
export const modelProviders = ["stripe", "square", "sandbox"] as const;

type ModelProviders = Record<(typeof modelProviders)[number], ModelProvider>;

/** The providers of this process, of which nobody else asks anything. */
export function startProviders(): ModelProviders {
  const stripe = createStripeStandIn();
  const square = createSquareStandIn();
  reachInProcess(
    new Map<string, StandIn>([
      [STRIPE_ADDRESS, stripe],
      [SQUARE_ADDRESS, square],
    ]),
  );
  return { stripe: connectStripe(stripe), square: connectSquare(square), sandbox };
}

function connectStripe(stripe: ReturnType<typeof createStripeStandIn>): ModelProvider {
  return {
    name: "stripe",
    gateway: "gateway_one",
    connection: {
      provider: "stripe",
      credentials: { secretKey: STRIPE_TEST_KEY, webhookSecret: STRIPE_SECRET },
    },
    cards: [{ paymentMethod: "pm_card_visa" }, { paymentMethod: "pm_card_mastercard" }],
    declinedCard: { paymentMethod: "pm_card_chargeDeclined" },
    standIn: stripe,
    chargePath: "/v1/payment_intents",
    refundPath: "/v1/refunds",
    // Its list shows everything at once.
    hideFromLists: () => undefined,
    tidyUp: (carriesOut) => stripe.tidyUp(carriesOut),
    sign({ payload }) {
      const signed = { payload, secret: STRIPE_SECRET };
      return { "Stripe-Signature": Stripe.webhooks.generateTestHeaderString(signed) };
    },
  };
}

function connectSquare(square: ReturnType<typeof createSquareStandIn>): ModelProvider {
  const credentials = {
    accessToken: SQUARE_TEST_TOKEN,
    locationId: SQUARE_TEST_LOCATION,
    webhookSignatureKey: SQUARE_KEY,
    notificationUrl: NOTIFICATION_URL,
  };
  return {
    name: "square",
    gateway: "gateway_two",
    connection: { provider: "square", credentials },
    cards: [
      { cardNonce: "cnon:card-nonce-ok" },
      { cardNonce: "cnon:card-nonce-ok", cardBrand: "the other one" },
    ],
    declinedCard: { cardNonce: "cnon:card-nonce-declined" },
    standIn: square,
    chargePath: "/v2/payments",
    refundPath: "/v2/refunds",
    hideFromLists: (hidden) => square.hideFromLists(hidden),
    tidyUp: () => undefined,
    sign: ({ payload }) => ({ "x-square-hmacsha256-signature": signSquare(payload) }),
  };
}

const sandbox: ModelProvider = {
  name: "sandbox",
  gateway: "gateway_one",
  connection: null,
  cards: [{ paymentMethod: "pm_card_visa" }, { paymentMethod: "sandbox_error" }],
  declinedCard: { paymentMethod: "pm_card_chargeDeclined" },
  standIn: null,
  chargePath: "",
  refundPath: "",
  hideFromLists: () => undefined,
  tidyUp: () => undefined,
  sign: () => ({}),
};
