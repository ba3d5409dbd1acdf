import assert from "node:assert/strict";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { SquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import type { StripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { type ApiClient, paymentBody } from "./api-client.ts";

const AMOUNT = 1250;

type KnownPayment = { gateway: GatewayName; paymentId: string };

/** What both providers know of what a till has done. */
type Providers = { stripe: StripeStandIn; square: SquareStandIn };

/** A till that knows nothing but the reference, at one sale. */
export class Till {
  readonly #api: ApiClient;
  readonly #providers: Providers;
  readonly #sale = paymentBody({ amount: AMOUNT });
  readonly #paymentIds = new Set<string>();
  /** The latest one at each gateway. */
  readonly #known = new Map<GatewayName, KnownPayment>();
  #latest: KnownPayment | undefined;

  constructor(api: ApiClient, providers: Providers) {
    this.#api = api;
    this.#providers = providers;
  }

  get paymentId(): string {
    return this.#latest?.paymentId ?? assert.fail("nothing was paid");
  }

  async pay(gateway: GatewayName, card: object) {
    const body = { ...this.#sale, ...card };
    const { status, headers } = await this.#api.post(`/payments/${gateway}/create`, { body });
    const paymentId = headers.get("x-payment-id");
    if (paymentId !== null) {
      this.#remember({ gateway, paymentId });
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

  /** The latest payment, or the one at that gateway. */
  async cancel(at?: GatewayName) {
    const payment = at ? this.#known.get(at) : this.#latest;
    const { gateway, paymentId } = payment ?? assert.fail("nothing to cancel");
    const { status, body } = await this.#api.post(`/payments/${gateway}/${paymentId}/cancel`);
    if (status === 503) return "unknown";
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.outcome;
  }

  async lookUp() {
    const { body } = await this.#api.get(`/payments?receiptId=${this.#sale.receiptId}`);
    const [payment] = body.data.payments;
    if (!payment) return "none";
    this.#remember({ gateway: payment.veroMetadata.gateway, paymentId: payment.paymentId });
    return payment.status;
  }

  #remember(payment: KnownPayment): void {
    this.#paymentIds.add(payment.paymentId);
    this.#known.set(payment.gateway, payment);
    this.#latest = payment;
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
    const taken = [...this.#paymentIds].flatMap((paymentId) =>
      [this.#providers.stripe, this.#providers.square].map(
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
        this.#providers.square.setRefund(refundId, { status: "COMPLETED" });
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
export async function makeDue(): Promise<void> {
  await pool().query(
    "UPDATE payment SET claimed_until = NULL, updated_at = now() - interval '3 minutes'",
  );
  await pool().query(
    "UPDATE pending_payment SET next_check_at = now() - interval '1 second' - interval '1 second' WHERE next_check_at IS NOT NULL",
  );
}

/** As if nobody had come back for any payment in all the time that the service waits for that. */
export async function outwaitSettling(): Promise<void> {
  await pool().query(
    "UPDATE payment SET created_at = created_at - interval '11 minutes' WHERE status = 'pending'",
  );
  await makeDue();
}
