import { randomBytes } from "node:crypto";
import {
  type ChargeRecord,
  type ProviderBehavior,
  type Reply,
  type StandIn,
  type StandInRequest,
  serveStandIn,
  startStandIn,
} from "#lib/gateways/testing/stand-in.ts";
import { stripeTestCards } from "./stripe-cards.ts";
import { type IntentForm, readIntentForm, refuse } from "./stripe-form.ts";

export const STRIPE_TEST_KEY = "sk_test_standin";
/** Of the same account. */
export const STRIPE_ROLLED_KEY = "sk_test_rolled";
export const STRIPE_LIVE_KEY = "sk_live_standin";
/** Of the same account, and not allowed to ask for it. */
export const STRIPE_RESTRICTED_KEY = "rk_test_restricted";
export const STRIPE_OTHER_ACCOUNT_KEY = "sk_test_otheraccount";

const accounts: ReadonlyMap<string, string> = new Map([
  [STRIPE_TEST_KEY, "acct_standin"],
  [STRIPE_ROLLED_KEY, "acct_standin"],
  [STRIPE_LIVE_KEY, "acct_standin"],
  [STRIPE_RESTRICTED_KEY, "acct_standin"],
  [STRIPE_OTHER_ACCOUNT_KEY, "acct_other"],
]);
const VERSION = "2026-10-28.endive";

type Intent = Record<string, unknown> & { id: string; metadata: Record<string, string> };
/** What one account does not share with another. */
type Books = { account: string; intents: Intent[]; remembered: Map<string, Remembered> };
type Remembered = { request: string; reply: Reply };

export type StripeStandIn = StandIn & {
  /** As Stripe may do after 24 hours. */
  forgetKeys(): void;
  /** The key is being used by a request that is still under way, until told otherwise. */
  setBusy(key: string, busy: boolean): void;
  /** Changes a PaymentIntent as time or its client would. */
  setIntent(paymentId: string, change: Record<string, unknown>): void;
  /** What the search does not show yet. */
  hideFromSearch(hidden: boolean): void;
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
    hideFromSearch: (hidden: boolean) => {
      stripe.searchable = !hidden;
    },
  });
}

class StripeBehavior implements ProviderBehavior {
  readonly charges: ChargeRecord[] = [];
  readonly books = new Map<string, Books>();
  readonly busy = new Set<string>();
  searchable = true;

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

    const [, canceled] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path) ?? [];
    if (method === "POST" && canceled) return this.cancel(canceled, books);
    switch (`${method} ${path}`) {
      case "POST /v1/payment_intents":
        return this.createOnce(request, books);
      case "GET /v1/payment_intents":
        return list(
          "/v1/payment_intents",
          "list",
          books.intents.slice(0, Number(query.get("limit"))),
        );
      case "GET /v1/payment_intents/search":
        return this.search(query.get("query") ?? "", books);
      case "GET /v1/account":
        return headers.authorization?.startsWith("Bearer rk_")
          ? refuse(403, "The provided key does not have the required permissions.")
          : { status: 200, body: { id: books.account, object: "account" } };
      default:
        return refuse(404, `Unrecognized request URL (${method}: ${path}).`);
    }
  }

  fail(how: "error" | "lost" | "rate_limited", request?: StandInRequest): Reply {
    if (how === "rate_limited") {
      return refuse(429, "Request rate limit exceeded.", { code: "rate_limit" });
    }
    const message = "An unknown error occurred";
    const reply = { status: 500, body: { error: { type: "api_error", message } } };
    const key = request?.headers["idempotency-key"];
    const books = request && this.openBooks(request);
    const entry = typeof key === "string" ? books?.remembered.get(key) : undefined;
    // Stripe saves the first answer of a key, "including 500 errors".
    if (entry) entry.reply = reply;
    return reply;
  }

  private openBooks({ headers }: StandInRequest): Books | undefined {
    const account = accounts.get(headers.authorization?.replace("Bearer ", "") ?? "");
    if (!account) return undefined;
    const opened = this.books.get(account) ?? { account, intents: [], remembered: new Map() };
    this.books.set(account, opened);
    return opened;
  }

  private createOnce(request: StandInRequest, books: Books): Reply {
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

    const earlier = books.remembered.get(key);
    if (earlier && earlier.request !== request.body) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return refuse(400, message, { type: "idempotency_error" });
    }
    if (earlier) {
      return { ...earlier.reply, headers: { "Idempotent-Replayed": "true" } };
    }

    const form = readIntentForm(request.body);
    // Saved "after execution begins": what fails validation is not.
    if ("status" in form) return form;
    const reply = this.create(form, books);
    // A copy: the intent goes on, its first answer does not.
    books.remembered.set(key, { request: request.body, reply: structuredClone(reply) });
    return reply;
  }

  private create(form: IntentForm, { intents }: Books): Reply {
    const { paymentMethod, confirm } = form;
    const result = paymentMethod ? stripeTestCards.get(paymentMethod) : undefined;
    if (paymentMethod && !result) {
      return refuse(400, `No such PaymentMethod: '${paymentMethod}'`, {
        code: "resource_missing",
        param: "payment_method",
      });
    }

    const intent = describeIntent(form);
    intents.push(intent);
    const charged = confirm && result?.status === "succeeded";
    this.charges.push({ paymentId: form.metadata.paymentId ?? "", charged });
    if (!confirm || !result) return { status: 200, body: intent };
    if (result.status !== "declined") {
      Object.assign(intent, { status: result.status, payment_method: paymentMethod });
      return { status: 200, body: intent };
    }

    const { code, declineCode: decline_code } = result;
    const type = "card_error";
    const message = "Your card was declined.";
    intent.last_payment_error = { type, code, decline_code, message };
    const error = {
      type,
      code,
      decline_code,
      message,
      charge: makeId("ch"),
      payment_intent: intent,
    };
    return { status: 402, body: { error } };
  }

  private cancel(id: string, { intents }: Books): Reply {
    const intent = intents.find((one) => one.id === id);
    if (!intent)
      return refuse(404, `No such payment_intent: '${id}'`, { code: "resource_missing" });
    if (intent.status !== "succeeded" && intent.status !== "canceled") {
      intent.status = "canceled";
      return { status: 200, body: intent };
    }
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
    const reply = refuse(400, message, { code: "payment_intent_unexpected_state" });
    const { error } = reply.body as { error: object };
    return { ...reply, body: { error: { ...error, payment_intent: intent } } };
  }

  private search(query: string, { intents }: Books): Reply {
    const [, key, value] = /^metadata\["(\w+)"\]:"([^"]+)"$/.exec(query) ?? [];
    if (!key) return refuse(400, `We were unable to parse your search query: ${query}`);

    const found = intents.filter(({ metadata }) => metadata[key] === value);
    return list("/v1/payment_intents/search", "search_result", this.searchable ? found : []);
  }
}

function describeIntent({ amount, currency, metadata }: IntentForm): Intent {
  const id = makeId("pi");
  return {
    id,
    object: "payment_intent",
    amount,
    client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
    created: Math.floor(Date.now() / 1000),
    currency,
    last_payment_error: null,
    livemode: false,
    metadata,
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method",
  };
}

function list(url: string, object: string, data: Intent[]): Reply {
  return { status: 200, body: { object, url, has_more: false, data } };
}

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

if (import.meta.main) void serveStandIn(startStripeStandIn);
