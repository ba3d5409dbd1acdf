import type { GatewayName } from "#lib/core/vocabulary.ts";
import { loadProviders } from "#lib/gateways/load-providers.ts";
import {
  type SquareStandIn,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import {
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import type { StandIn } from "#lib/gateways/testing/stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import type { Answer } from "./api-client.ts";
import { type MerchantPayment, startMerchant } from "./merchant.ts";
import { type ClaimedEvent, squareEvent, stripeEvent } from "./provider-events.ts";
import { setUp } from "./set-up.ts";
import { setUpTestService } from "./test-service.ts";

/** What is true at a provider. */
type Truth = {
  status?: "paid" | "canceled";
  amount?: number;
  currency?: string;
  /** Which payment of ours the provider's own record names. */
  paymentId?: string;
};

/** A provider, its merchant's payments, and its notifications, true or not. */
type NotifyingProvider<Books extends StandIn> = {
  name: string;
  gateway: GatewayName;
  standIn: Books;
  /** What is paid at once. */
  paid: Record<string, string>;
  /** The provider's id of a payment. */
  referenceOf(payment: MerchantPayment): string;
  /** A payment that its customer has not paid yet. */
  wait(): Promise<MerchantPayment>;
  set(payment: MerchantPayment, truth: Truth): void;
  dispute(payment: MerchantPayment, id: string, isLost: boolean): void;
  notify(payment: MerchantPayment, event: ClaimedEvent, from?: Merchant): Promise<Answer>;
  /** How often the provider was asked for the payment. */
  countLooks(payment: MerchantPayment): number;
};

type Merchant = Awaited<ReturnType<typeof startMerchant>>;

/** A merchant that is connected to both providers, and the providers. */
export function setUpNotifiedShops(env: Record<string, string> = {}) {
  const stripe = setUp(startStripeStandIn);
  const square = setUp(startSquareStandIn);
  const service = setUpTestService(() => ({
    STRIPE_API_BASE: stripe.url,
    SQUARE_API_BASE: square.url,
    GATEWAY_TIMEOUT_MS: "30000",
    ...env,
  }));
  const shop = setUp(async () => {
    const merchant = await startMerchant({ service });
    // As a start does: on a busy machine, loading them may take longer than a first payment may wait.
    await loadProviders();
    return merchant;
  });

  const atStripe: NotifyingProvider<StripeStandIn> = {
    name: "stripe",
    gateway: "gateway_one",
    standIn: stripe,
    paid: { paymentMethod: "pm_card_visa" },
    referenceOf: ({ orderId }) => orderId,
    wait: () => shop.pay("gateway_one", {}),
    set({ paymentId }, { status, paymentId: named, ...money }) {
      const received = money.amount ?? 1250;
      stripe.setIntent(paymentId, {
        ...money,
        ...(status === "paid" && { status: "succeeded", amount_received: received }),
        ...(status === "canceled" && { status: "canceled" }),
        ...(named && { metadata: { paymentId: named } }),
      });
    },
    dispute({ paymentId }, id, isLost) {
      stripe.setDispute(paymentId, { id, status: isLost ? "lost" : "needs_response" });
    },
    notify: (payment, event, from = shop) => from.deliverStripe(stripeEvent(payment, event)),
    countLooks: ({ orderId }) =>
      stripe.requests.filter(({ path }) => path === `/v1/payment_intents/${orderId}`).length,
  };

  const atSquare: NotifyingProvider<SquareStandIn> = {
    name: "square",
    gateway: "gateway_two",
    standIn: square,
    paid: { cardNonce: "cnon:card-nonce-ok" },
    referenceOf: ({ clientSecret }) => clientSecret,
    // Square has none that wait for a customer: one that is approved and not completed is like them.
    async wait() {
      const payment = await shop.pay("gateway_two", { cardNonce: "cnon:card-nonce-ok" });
      square.setPayment(payment.paymentId, { status: "APPROVED" });
      await pool().query("UPDATE payment SET status = 'requires_confirmation' WHERE id = $1", [
        payment.paymentId,
      ]);
      return payment;
    },
    set({ paymentId }, { status, amount, currency = "usd", paymentId: named }) {
      const money = { amount: amount ?? 1250, currency: currency.toUpperCase() };
      square.setPayment(paymentId, {
        total_money: money,
        amount_money: money,
        ...(status && { status: status === "paid" ? "COMPLETED" : "CANCELED" }),
        ...(named && { reference_id: named }),
      });
    },
    dispute({ paymentId }, id, isLost) {
      square.setDispute(paymentId, { id, state: isLost ? "LOST" : "EVIDENCE_REQUIRED" });
    },
    notify: (payment, event, from = shop) => from.deliverSquare(squareEvent(payment, event)),
    countLooks: ({ clientSecret }) =>
      square.requests.filter(({ path }) => path === `/v2/payments/${clientSecret}`).length,
  };

  return { shop, service, stripe: atStripe, square: atSquare, providers: [atStripe, atSquare] };
}

/** As after a crash between the provider's answer and its record. */
export async function forgetAnswer({ paymentId }: MerchantPayment): Promise<void> {
  await pool().query(
    `UPDATE payment SET status = 'pending', order_id = NULL, client_secret = NULL,
                        provider_reference = NULL, settled_at = NULL,
                        claimed_until = now() + interval '1 minute'
     WHERE id = $1`,
    [paymentId],
  );
}
