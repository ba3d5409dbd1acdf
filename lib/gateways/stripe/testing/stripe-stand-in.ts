import type Stripe from "stripe";
import {
  type ChargeRecord,
  type Failure,
  type ProviderBehavior,
  type ProviderEvent,
  type Reply,
  type StandIn,
  type StandInRequest,
  serveStandIn,
  startStandIn,
} from "#lib/gateways/testing/stand-in.ts";
import { stripeTestCards } from "./stripe-cards.ts";
import { describeEvents } from "./stripe-events.ts";
import { type IntentForm, readIntentForm, refuse } from "./stripe-form.ts";
import { listIntents, listRefunds, searchIntents } from "./stripe-lists.ts";
import { describeIntent, makeId } from "./stripe-objects.ts";
import { createRefund } from "./stripe-refunds.ts";

export const STRIPE_TEST_KEY = "sk_test_standin";
/** Of the same account. */
export const STRIPE_ROLLED_KEY = "sk_test_rolled";
export const STRIPE_LIVE_KEY = "sk_live_standin";
/** Of the same account, and not allowed to ask for it. */
export const STRIPE_RESTRICTED_KEY = "rk_test_restricted";
/** Of the same account, and not allowed to write. */
export const STRIPE_READING_KEY = "rk_test_reading";
export const STRIPE_OTHER_ACCOUNT_KEY = "sk_test_otheraccount";

const accounts: ReadonlyMap<string, string> = new Map([
  [STRIPE_TEST_KEY, "acct_standin"],
  [STRIPE_ROLLED_KEY, "acct_standin"],
  [STRIPE_LIVE_KEY, "acct_standin"],
  [STRIPE_RESTRICTED_KEY, "acct_standin"],
  [STRIPE_READING_KEY, "acct_standin"],
  [STRIPE_OTHER_ACCOUNT_KEY, "acct_other"],
]);
const VERSION = "2026-10-28.endive";

/** What one account does not share with another. */
type Books = {
  account: string;
  intents: Stripe.PaymentIntent[];
  refunds: Stripe.Refund[];
  /** How often the end of a refund was taken back. */
  reversals: Map<string, number>;
  usedTokens: Set<string>;
  remembered: Map<string, Remembered>;
  /** The forms of refunds that were asked for and not made, since Stripe itself failed. */
  failedRefunds: string[];
};
type Remembered = { request: string; reply: Reply };

type SearchState = "current" | "behind" | "missing";

export type StripeStandIn = StandIn & {
  /** As Stripe may do after 24 hours. */
  forgetKeys(): void;
  /** The key is being used by a request that is still under way, until told otherwise. */
  setBusy(key: string, busy: boolean): void;
  /** Changes a PaymentIntent as time or its client would. */
  setIntent(paymentId: string, change: Record<string, unknown>): void;
  /** The customer confirms a payment that waits for that. */
  confirm(paymentId: string): void;
  /** Whether the search shows what is new, or nothing yet, or does not exist, as in India. */
  setSearch(search: SearchState): void;
  /** Changes a refund of ours as time would. */
  setRefund(refundId: string, change: Record<string, unknown>): void;
  /** Takes back the end of the payment's last refund, unless more than the payment would be refunded. */
  reverseRefund(paymentId: string): void;
  /** Lets the refunds that are under way come to their end. */
  completeRefunds(): void;
  /** Stripe carries out the refunds that it has failed at, or drops them. */
  tidyUp(carriesOut: boolean): void;
  /** How much was given back for a payment. */
  refundedAmount(paymentId: string): number;
};

/** The part of Stripe's API that charges with PaymentIntents, as documented for `VERSION`. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const stripe = new StripeBehavior();
  const standIn = await startStandIn(stripe);
  return Object.assign(standIn, {
    forgetKeys: () => {
      for (const { remembered } of stripe.books.values()) remembered.clear();
    },
    setBusy: (key: string, busy: boolean) => {
      stripe.busy[busy ? "add" : "delete"](key);
    },
    setIntent: (paymentId: string, change: Record<string, unknown>) => {
      const intents = [...stripe.books.values()].flatMap((books) => books.intents);
      const intent = intents.find(({ metadata }) => metadata.paymentId === paymentId);
      if (intent) Object.assign(intent, change);
    },
    confirm: (paymentId: string) => stripe.confirm(paymentId),
    setSearch: (search: SearchState) => {
      stripe.search = search;
    },
    setRefund: (refundId: string, change: Record<string, unknown>) => {
      const refunds = [...stripe.books.values()].flatMap((books) => books.refunds);
      const refund = refunds.find(({ metadata }) => metadata?.refundId === refundId);
      if (refund) Object.assign(refund, change);
    },
    reverseRefund: (paymentId: string) => stripe.reverseRefund(paymentId),
    completeRefunds: () => {
      for (const { refunds } of stripe.books.values()) {
        for (const refund of refunds) if (refund.status === "pending") refund.status = "succeeded";
      }
    },
    tidyUp: (carriesOut: boolean) => {
      for (const books of stripe.books.values()) {
        const failed = books.failedRefunds.splice(0);
        for (const form of carriesOut ? failed : []) refundOnce(form, books);
      }
    },
    refundedAmount: (paymentId: string) => stripe.refundedAmount(paymentId),
  });
}

class StripeBehavior implements ProviderBehavior {
  readonly charges: ChargeRecord[] = [];
  readonly books = new Map<string, Books>();
  readonly busy = new Set<string>();
  search: SearchState = "current";

  handle(request: StandInRequest): Reply {
    const { method, path, query, headers } = request;
    const books = this.openBooks(request);
    if (!books) {
      const masked = headers.authorization?.slice(-4) ?? "none";
      return refuse(401, `Invalid API Key provided: sk_test_****${masked}`);
    }
    if (headers["stripe-version"] !== VERSION) {
      return refuse(400, `Invalid Stripe API version: ${headers["stripe-version"]}`);
    }

    // Before the parameters: what a key may do depends on nothing else.
    if (method !== "GET" && headers.authorization === `Bearer ${STRIPE_READING_KEY}`) {
      return refuse(403, "The provided key does not have the required permissions.");
    }

    const [, id, action] = /^\/v1\/payment_intents\/(pi_\w+)(\/cancel)?$/.exec(path) ?? [];
    if (id && method === "POST" && action) return this.cancel(id, request.body, books);
    if (id && method === "GET" && !action) return retrieve(id, books);
    switch (`${method} ${path}`) {
      case "POST /v1/payment_intents":
        return this.once(request, books, () => {
          const form = readIntentForm(request.body);
          // Saved "after execution begins": what fails validation is not.
          return "status" in form ? { unsaved: form } : { saved: this.create(form, books) };
        });
      case "GET /v1/payment_intents":
        return listIntents(query, books.intents);
      case "GET /v1/payment_intents/search":
        return this.search === "missing"
          ? refuse(400, "Search is not supported in your region.")
          : searchIntents(query, this.search === "current" ? books.intents : []);
      case "POST /v1/refunds":
        return this.once(request, books, () => refundOnce(request.body, books));
      case "GET /v1/refunds":
        return listRefunds(query, books.refunds);
      case "GET /v1/account":
        return headers.authorization?.startsWith("Bearer rk_")
          ? refuse(403, "The provided key does not have the required permissions.")
          : { status: 200, body: { id: books.account, object: "account" } };
      default:
        return refuse(404, `Unrecognized request URL (${method}: ${path}).`);
    }
  }

  fail(how: Failure, request?: StandInRequest): Reply {
    if (how === "rate_limited") {
      return refuse(429, "Request rate limit exceeded.", { code: "rate_limit" });
    }
    const message = "An unknown error occurred";
    const reply = { status: 500, body: { error: { type: "api_error", message } } };
    // Stripe saves the first answer of a key, "including 500 errors".
    const books = request && how !== "error" ? this.openBooks(request) : undefined;
    if (request && books) {
      const key = String(request.headers["idempotency-key"]);
      const isFirst = !books.remembered.has(key);
      books.remembered.set(key, { request: readParameters(request), reply });
      if (how === "stuck" && isFirst && request.path === "/v1/refunds" && request.body)
        books.failedRefunds.push(request.body);
    }
    return reply;
  }

  reset(): void {
    this.charges.length = 0;
    this.books.clear();
    this.busy.clear();
    this.search = "current";
  }

  listEvents(): ProviderEvent[] {
    return [...this.books.values()].flatMap(describeEvents);
  }

  refundAtProvider(paymentId: string, amount: number): void {
    for (const books of this.books.values()) {
      const intent = books.intents.find(({ metadata }) => metadata.paymentId === paymentId);
      const form = new URLSearchParams({ payment_intent: intent?.id ?? "", amount: `${amount}` });
      refundOnce(form.toString(), books);
    }
  }

  private openBooks({ headers }: StandInRequest): Books | undefined {
    const account = accounts.get(headers.authorization?.replace("Bearer ", "") ?? "");
    if (!account) return undefined;
    const opened = this.books.get(account) ?? {
      account,
      intents: [],
      refunds: [],
      reversals: new Map(),
      usedTokens: new Set(),
      remembered: new Map(),
      failedRefunds: [],
    };
    this.books.set(account, opened);
    return opened;
  }

  private once(
    request: StandInRequest,
    books: Books,
    execute: () => { saved: Reply } | { unsaved: Reply },
  ): Reply {
    const key = String(request.headers["idempotency-key"]);
    if (request.headers["content-type"] !== "application/x-www-form-urlencoded") {
      return refuse(400, "Invalid request: the body is not form-encoded.");
    }
    if (this.busy.has(key)) {
      return refuse(409, "There is currently another in-progress request using this key.", {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
      });
    }

    const parameters = readParameters(request);
    const earlier = books.remembered.get(key);
    if (earlier && earlier.request !== parameters) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return refuse(400, message, { type: "idempotency_error" });
    }
    if (earlier) {
      return { ...earlier.reply, headers: { "Idempotent-Replayed": "true" } };
    }

    const result = execute();
    if ("unsaved" in result) return result.unsaved;
    // A copy: the intent goes on, its first answer does not.
    books.remembered.set(key, { request: parameters, reply: structuredClone(result.saved) });
    return result.saved;
  }

  private create(form: IntentForm, books: Books): Reply {
    const { confirm } = form;
    const param = form.confirmationToken ? "confirmation_token" : "payment_method";
    const card = form.paymentMethod ?? form.confirmationToken;
    const result = card ? stripeTestCards.get(card) : undefined;
    if (card && (!result || books.usedTokens.has(card))) {
      return refuse(400, `No such ${param}: '${card}'`, { code: "resource_missing", param });
    }
    if (form.confirmationToken) books.usedTokens.add(form.confirmationToken);

    const intent = describeIntent(form);
    books.intents.push(intent);
    const charged = confirm && result?.status === "succeeded";
    this.charges.push({ paymentId: form.metadata.paymentId ?? "", charged });
    if (!confirm || !result) return { status: 200, body: intent };
    if (result.status !== "declined") {
      Object.assign(intent, confirmIntent(intent, result.status), { payment_method: card });
      return { status: 200, body: intent };
    }

    const { code, declineCode: decline_code } = result;
    const type = "card_error";
    const message = "Your card was declined.";
    Object.assign(intent, { last_payment_error: { type, code, decline_code, message } });
    const charge = makeId("ch");
    const error = { type, code, decline_code, message, charge, payment_intent: intent };
    return { status: 402, body: { error } };
  }

  private cancel(id: string, form: string, { intents }: Books): Reply {
    const names = [...new URLSearchParams(form).keys()];
    const unknown = names.find((name) => name !== "cancellation_reason");
    if (unknown) {
      const more = { code: "parameter_unknown", param: unknown } as const;
      return refuse(400, `Received unknown parameter: ${unknown}`, more);
    }
    const intent = intents.find((one) => one.id === id);
    if (!intent)
      return refuse(404, `No such payment_intent: '${id}'`, { code: "resource_missing" });
    // In rare cases Stripe cancels one that is processing; nobody can count on it.
    if (!["succeeded", "canceled", "processing"].includes(intent.status)) {
      Object.assign(intent, { status: "canceled", canceled_at: Math.floor(Date.now() / 1000) });
      return { status: 200, body: intent };
    }
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
    const reply = refuse(400, message, { code: "payment_intent_unexpected_state" });
    const { error } = reply.body as { error: object };
    return { ...reply, body: { error: { ...error, payment_intent: intent } } };
  }

  confirm(paymentId: string): void {
    for (const { intents } of this.books.values()) {
      const intent = intents.find(({ metadata }) => metadata.paymentId === paymentId);
      const charge = this.charges.find((one) => one.paymentId === paymentId);
      if (intent?.status !== "requires_action" || !charge) continue;
      Object.assign(intent, confirmIntent(intent, "succeeded"), { next_action: null });
      charge.charged = true;
    }
  }

  reverseRefund(paymentId: string): void {
    for (const { intents, refunds, reversals } of this.books.values()) {
      const intent = intents.find(({ metadata }) => metadata.paymentId === paymentId);
      const refund = refunds.findLast(
        ({ payment_intent, status }) => payment_intent === intent?.id && status !== "pending",
      );
      if (!intent || !refund) continue;
      const left = Number(intent.amount) - this.refundedAmount(paymentId);
      if (refund.status === "failed" && Number(refund.amount) > left) continue;
      refund.status = refund.status === "failed" ? "succeeded" : "failed";
      reversals.set(refund.id, (reversals.get(refund.id) ?? 0) + 1);
    }
  }

  refundedAmount(paymentId: string): number {
    const books = [...this.books.values()];
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
}

/** What has to be the same where a key is used again. */
function readParameters({ path, body }: StandInRequest): string {
  return `${path}?${body}`;
}

/** What confirming it with a card changes. */
function confirmIntent(
  { amount }: Stripe.PaymentIntent,
  status: "succeeded" | "requires_action",
): Partial<Stripe.PaymentIntent> {
  return status === "succeeded"
    ? { status, latest_charge: makeId("ch"), amount_received: amount }
    : { status, next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} } };
}

function retrieve(id: string, { intents }: Books): Reply {
  const intent = intents.find((one) => one.id === id);
  if (!intent) return refuse(404, `No such payment_intent: '${id}'`, { code: "resource_missing" });
  return { status: 200, body: intent };
}

function refundOnce(
  body: string,
  { intents, refunds }: Books,
): { saved: Reply } | { unsaved: Reply } {
  const refund = createRefund(body, intents, refunds);
  if (!("id" in refund)) return { unsaved: refund };
  refunds.push(refund);
  return { saved: { status: 200, body: refund } };
}

if (import.meta.main) void serveStandIn(startStripeStandIn);
