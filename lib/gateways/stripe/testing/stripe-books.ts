import type Stripe from "stripe";
import type { ProviderEvent, Reply } from "#lib/gateways/testing/stand-in.ts";
import { availableReference } from "./stripe-charges.ts";
import { describeEvents } from "./stripe-events.ts";
import { makeId } from "./stripe-objects.ts";
import { createRefund } from "./stripe-refunds.ts";

/** What is read of a dispute; the rest of it is about evidence. */
export type DisputeRecord = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "payment_intent" | "reason" | "status"
>;

/** What one account does not share with another. */
export type Books = {
  account: string;
  intents: Stripe.PaymentIntent[];
  refunds: Stripe.Refund[];
  disputes: DisputeRecord[];
  /** How often the end of a refund was taken back. */
  reversals: Map<string, number>;
  /** The ids of charges of which more was told after the answer. */
  updatedCharges: Set<unknown>;
  usedTokens: Set<string>;
  /** The first answer to each idempotency key. */
  remembered: Map<string, { request: string; reply: Reply }>;
  /** The forms of refunds that were asked for and not made, since Stripe itself failed. */
  failedRefunds: string[];
};

/** The books of all accounts, and what time, customers, and merchants change in them. */
export class StripeBooks {
  readonly #books = new Map<string, Books>();

  open(account: string): Books {
    const opened = this.#books.get(account) ?? {
      account,
      intents: [],
      refunds: [],
      disputes: [],
      reversals: new Map(),
      updatedCharges: new Set(),
      usedTokens: new Set(),
      remembered: new Map(),
      failedRefunds: [],
    };
    this.#books.set(account, opened);
    return opened;
  }

  clear(): void {
    this.#books.clear();
  }

  forgetKeys(): void {
    for (const { remembered } of this.#books.values()) remembered.clear();
  }

  listEvents(): ProviderEvent[] {
    return [...this.#books.values()].flatMap(describeEvents);
  }

  setIntent(paymentId: string, change: Record<string, unknown>): void {
    const intent = this.#find(paymentId)?.intent;
    if (!intent) return;
    const isPaid = change.status === "succeeded";
    const latest_charge = intent.latest_charge ?? makeId("ch");
    Object.assign(intent, isPaid && { amount_received: intent.amount, latest_charge }, change);
  }

  /** Whether there was something to confirm. */
  confirm(paymentId: string): boolean {
    const intent = this.#find(paymentId)?.intent;
    if (intent?.status !== "requires_action") return false;
    Object.assign(intent, confirmIntent(intent, "succeeded"), { next_action: null });
    return true;
  }

  /** The card network has answered in full by now. */
  updateCharge(paymentId: string): void {
    const found = this.#find(paymentId);
    found?.books.updatedCharges.add(found.intent.latest_charge);
  }

  /** The references of all refunds are known by now. */
  tellReferences(): void {
    for (const { refunds } of this.#books.values())
      for (const refund of refunds) refund.destination_details = availableReference(refund.id);
  }

  setRefund(refundId: string, change: Record<string, unknown>): void {
    const refunds = [...this.#books.values()].flatMap((books) => books.refunds);
    const refund = refunds.find(({ metadata }) => metadata?.refundId === refundId);
    if (refund) Object.assign(refund, change);
  }

  /** The cardholder objects to a payment, or an objection goes on. */
  setDispute(paymentId: string, change: Partial<DisputeRecord> & { id: string }): void {
    const found = this.#find(paymentId);
    if (!found) return;
    const { books, intent } = found;
    const known = books.disputes.find(({ id }) => id === change.id);
    if (known) Object.assign(known, change);
    else books.disputes.push(describeDispute(intent, change));
  }

  refundAtProvider(paymentId: string, amount: number): void {
    const found = this.#find(paymentId);
    if (!found) return;
    const form = new URLSearchParams({ payment_intent: found.intent.id, amount: `${amount}` });
    refundIn(found.books, form.toString());
  }

  completeRefunds(): void {
    for (const { refunds } of this.#books.values()) {
      for (const refund of refunds) if (refund.status === "pending") refund.status = "succeeded";
    }
  }

  tidyUp(carriesOut: boolean): void {
    for (const books of this.#books.values()) {
      const failed = books.failedRefunds.splice(0);
      for (const form of carriesOut ? failed : []) refundIn(books, form);
    }
  }

  /** Takes back the end of the last refund, unless more than the payment would be refunded. */
  reverseRefund(paymentId: string): void {
    const found = this.#find(paymentId);
    const refund = found?.books.refunds.findLast(
      ({ payment_intent, status }) => payment_intent === found.intent.id && status !== "pending",
    );
    if (!found || !refund) return;
    const left = Number(found.intent.amount) - this.refundedAmount(paymentId);
    if (refund.status === "failed" && Number(refund.amount) > left) return;
    refund.status = refund.status === "failed" ? "succeeded" : "failed";
    const { reversals } = found.books;
    reversals.set(refund.id, (reversals.get(refund.id) ?? 0) + 1);
  }

  /** Of every intent of the payment: one that was charged twice may be refunded twice. */
  refundedAmount(paymentId: string): number {
    const books = [...this.#books.values()];
    const ids = books
      .flatMap(({ intents }) => intents)
      .filter(({ metadata }) => metadata.paymentId === paymentId)
      .map(({ id }) => id);
    return books
      .flatMap(({ refunds }) => refunds)
      .filter(
        ({ payment_intent, status }) => ids.includes(String(payment_intent)) && status !== "failed",
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  #find(paymentId: string): { books: Books; intent: Stripe.PaymentIntent } | undefined {
    for (const books of this.#books.values()) {
      const intent = books.intents.find(({ metadata }) => metadata.paymentId === paymentId);
      if (intent) return { books, intent };
    }
    return undefined;
  }
}

function describeDispute(
  { id: payment_intent, amount, currency }: Stripe.PaymentIntent,
  change: Partial<DisputeRecord> & { id: string },
): DisputeRecord {
  const open = { reason: "fraudulent", status: "needs_response" } as const;
  const created = Math.floor(Date.now() / 1000);
  return { object: "dispute", amount, created, currency, payment_intent, ...open, ...change };
}

/** What confirming it with a card changes. */
export function confirmIntent(
  { amount }: Stripe.PaymentIntent,
  status: "succeeded" | "requires_action",
): Partial<Stripe.PaymentIntent> {
  return status === "succeeded"
    ? { status, latest_charge: makeId("ch"), amount_received: amount }
    : { status, next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} } };
}

/** Makes the refund that the form asks for; a refusal is not saved under its key. */
export function refundIn(
  { intents, refunds }: Books,
  form: string,
): { saved: Reply } | { unsaved: Reply } {
  const refund = createRefund(form, intents, refunds);
  if (!("id" in refund)) return { unsaved: refund };
  refunds.push(refund);
  return { saved: { status: 200, body: refund } };
}
