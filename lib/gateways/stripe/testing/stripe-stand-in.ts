import {
  runStandIn,
  type ServedStandIn,
  serveStandIn,
} from "#lib/gateways/testing/serve-stand-in.ts";
import {
  type ChargeRecord,
  createStandIn,
  type Failure,
  type ProviderBehavior,
  type ProviderEvent,
  type Reply,
  type StandIn,
  type StandInRequest,
} from "#lib/gateways/testing/stand-in.ts";
import { type Books, type DisputeRecord, refundIn, StripeBooks } from "./stripe-books.ts";
import { expandReply } from "./stripe-expand.ts";
import { readIntentForm, refuse } from "./stripe-form.ts";
import { cancelIntent, createIntent, retrieveIntent } from "./stripe-intents.ts";
import { listDisputes, listIntents, listRefunds, searchIntents } from "./stripe-lists.ts";

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
/** ISO 18245: eating places. */
export const STRIPE_CATEGORY = "5812";
const VERSION = "2026-10-28.endive";

type SearchState = "current" | "behind" | "missing";

type StripeControls = {
  /** As Stripe may do after 24 hours. */
  forgetKeys(): void;
  /** Changes a PaymentIntent as time or its client would. */
  setIntent(paymentId: string, change: Record<string, unknown>): void;
  /** Whether the answer to a charge lacks what the card network says, until `updateCharge`. */
  delayCharges(isDelayed: boolean): void;
  /** The card network has answered to the charge of a payment in full by now. */
  updateCharge(paymentId: string): void;
  /** Days later, the ARNs of all refunds are known. */
  tellReferences(): void;
  /** The customer confirms a payment that waits for that. */
  confirm(paymentId: string): void;
  /** Whether the search shows what is new, or nothing yet, or does not exist, as in India. */
  setSearch(search: SearchState): void;
  /** Changes a refund of ours as time would. */
  setRefund(refundId: string, change: Record<string, unknown>): void;
  /** The cardholder objects to a payment, or an objection goes on. */
  setDispute(paymentId: string, change: Partial<DisputeRecord> & { id: string }): void;
  /** Takes back the end of the payment's last refund, unless more than the payment would be refunded. */
  reverseRefund(paymentId: string): void;
  /** Lets the refunds that are under way come to their end. */
  completeRefunds(): void;
  /** Stripe carries out the refunds that it has failed at, or drops them. */
  tidyUp(carriesOut: boolean): void;
  /** How much was given back for a payment. */
  refundedAmount(paymentId: string): number;
};

export type StripeStandIn = ServedStandIn & StripeControls;

/** The part of Stripe's API that charges with PaymentIntents, as documented for `VERSION`. */
export function createStripeStandIn(): StandIn & StripeControls {
  const stripe = new StripeBehavior();
  const { books } = stripe;
  const controls: StripeControls = {
    forgetKeys: () => books.forgetKeys(),
    setIntent: (paymentId, change) => books.setIntent(paymentId, change),
    delayCharges(isDelayed) {
      stripe.telling = { isDelayed };
    },
    updateCharge: (paymentId) => books.updateCharge(paymentId),
    tellReferences: () => books.tellReferences(),
    confirm: (paymentId) => stripe.confirm(paymentId),
    setSearch(search) {
      stripe.search = search;
    },
    setRefund: (refundId, change) => books.setRefund(refundId, change),
    setDispute: (paymentId, change) => books.setDispute(paymentId, change),
    reverseRefund: (paymentId) => books.reverseRefund(paymentId),
    completeRefunds: () => books.completeRefunds(),
    tidyUp: (carriesOut) => books.tidyUp(carriesOut),
    refundedAmount: (paymentId) => books.refundedAmount(paymentId),
  };
  return Object.assign(createStandIn(stripe), controls);
}

/** The same on a port of 127.0.0.1. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  return await serveStandIn(createStripeStandIn());
}

class StripeBehavior implements ProviderBehavior {
  readonly charges: ChargeRecord[] = [];
  readonly books = new StripeBooks();
  readonly busy = new Set<string>();
  search: SearchState = "current";
  telling = { isDelayed: false };

  handle(request: StandInRequest): Reply {
    const { method, query, headers } = request;
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

    const parameters = method === "GET" ? query : new URLSearchParams(request.body);
    return expandReply(this.answer(request, books), parameters, books, this.telling);
  }

  private answer(request: StandInRequest, books: Books): Reply {
    const { method, path, query, headers } = request;
    const [, id, action] = /^\/v1\/payment_intents\/(pi_\w+)(\/cancel)?$/.exec(path) ?? [];
    if (id && method === "POST" && action) return cancelIntent(id, request.body, books);
    if (id && method === "GET" && !action) return retrieveIntent(id, books);
    switch (`${method} ${path}`) {
      case "POST /v1/payment_intents":
        return this.once(request, books, () => {
          const form = readIntentForm(request.body);
          // Saved "after execution begins": what fails validation is not.
          return "status" in form
            ? { unsaved: form }
            : { saved: createIntent(form, books, this.charges) };
        });
      case "GET /v1/payment_intents":
        return listIntents(query, books.intents);
      case "GET /v1/payment_intents/search":
        return this.search === "missing"
          ? refuse(400, "Search is not supported in your region.")
          : searchIntents(query, this.search === "current" ? books.intents : []);
      case "POST /v1/refunds":
        return this.once(request, books, () => refundIn(books, request.body));
      case "GET /v1/refunds":
        return listRefunds(query, books.refunds);
      case "GET /v1/disputes":
        return listDisputes(query, books.disputes);
      case "GET /v1/account":
        return headers.authorization?.startsWith("Bearer rk_")
          ? refuse(403, "The provided key does not have the required permissions.")
          : { status: 200, body: describeAccount(books) };
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
    this.search = "current";
    this.telling = { isDelayed: false };
  }

  keyOf({ method, headers }: StandInRequest): string | undefined {
    return method === "POST" ? String(headers["idempotency-key"]) : undefined;
  }

  listEvents(): ProviderEvent[] {
    return this.books.listEvents();
  }

  refundAtProvider(paymentId: string, amount: number): void {
    this.books.refundAtProvider(paymentId, amount);
  }

  confirm(paymentId: string): void {
    const charge = this.charges.find((one) => one.paymentId === paymentId);
    if (charge && this.books.confirm(paymentId)) charge.charged = true;
  }

  private openBooks({ headers }: StandInRequest): Books | undefined {
    const account = accounts.get(headers.authorization?.replace("Bearer ", "") ?? "");
    return account === undefined ? undefined : this.books.open(account);
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
}

/** What is read of an account. */
function describeAccount({ account: id }: Books) {
  return { id, object: "account", business_profile: { mcc: STRIPE_CATEGORY } };
}

/** What has to be the same where a key is used again. */
function readParameters({ path, body }: StandInRequest): string {
  return `${path}?${body}`;
}

if (import.meta.main) void runStandIn(startStripeStandIn);
