import { randomBytes } from "node:crypto";
import {
  type ChargeRecord,
  type ProviderBehavior,
  type Reply,
  type StandIn,
  type StandInRequest,
  serveStandIn,
  startStandIn,
} from "./stand-in.ts";
import { stripeTestCards } from "./stripe-cards.ts";
import { type IntentForm, readIntentForm, refuse } from "./stripe-form.ts";

export const STRIPE_TEST_KEY = "sk_test_standin";
const VERSION = "2026-10-28.endive";

type Intent = Record<string, unknown> & { id: string; metadata: Record<string, string> };
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
    forgetKeys: () => stripe.remembered.clear(),
    setBusy: (key: string, busy: boolean) => {
      stripe.busy[busy ? "add" : "delete"](key);
    },
    setIntent: (paymentId: string, change: Record<string, unknown>) => {
      const intent = stripe.intents.find(({ metadata }) => metadata.paymentId === paymentId);
      if (intent) Object.assign(intent, change);
    },
    hideFromSearch: (hidden: boolean) => {
      stripe.searchable = !hidden;
    },
  });
}

class StripeBehavior implements ProviderBehavior {
  readonly charges: ChargeRecord[] = [];
  readonly intents: Intent[] = [];
  readonly remembered = new Map<string, Remembered>();
  readonly busy = new Set<string>();
  searchable = true;

  handle(request: StandInRequest): Reply {
    const { method, path, query, headers } = request;
    if (headers.authorization !== `Bearer ${STRIPE_TEST_KEY}`) {
      const masked = headers.authorization?.slice(-4) ?? "none";
      return refuse(401, `Invalid API Key provided: sk_test_****${masked}`);
    }
    if (headers["stripe-version"] !== VERSION) {
      return refuse(400, `Invalid Stripe API version: ${headers["stripe-version"]}`);
    }

    switch (`${method} ${path}`) {
      case "POST /v1/payment_intents":
        return this.createOnce(request);
      case "GET /v1/payment_intents":
        return list(
          "/v1/payment_intents",
          "list",
          this.intents.slice(0, Number(query.get("limit"))),
        );
      case "GET /v1/payment_intents/search":
        return this.search(query.get("query") ?? "");
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
    const entry = typeof key === "string" ? this.remembered.get(key) : undefined;
    // Stripe saves the first answer of a key, "including 500 errors".
    if (entry) entry.reply = reply;
    return reply;
  }

  private createOnce(request: StandInRequest): Reply {
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

    const earlier = this.remembered.get(key);
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
    const reply = this.create(form);
    // A copy: the intent goes on, its first answer does not.
    this.remembered.set(key, { request: request.body, reply: structuredClone(reply) });
    return reply;
  }

  private create(form: IntentForm): Reply {
    const { paymentMethod, confirm } = form;
    const result = paymentMethod ? stripeTestCards.get(paymentMethod) : undefined;
    if (paymentMethod && !result) {
      return refuse(400, `No such PaymentMethod: '${paymentMethod}'`, {
        code: "resource_missing",
        param: "payment_method",
      });
    }

    const intent = describeIntent(form);
    this.intents.push(intent);
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

  private search(query: string): Reply {
    const [, key, value] = /^metadata\["(\w+)"\]:"([^"]+)"$/.exec(query) ?? [];
    if (!key) return refuse(400, `We were unable to parse your search query: ${query}`);

    const found = this.intents.filter(({ metadata }) => metadata[key] === value);
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

if (import.meta.main) await serveStandIn(startStripeStandIn);
