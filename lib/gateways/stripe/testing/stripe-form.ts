import type Stripe from "stripe";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";

/** The parameters of POST /v1/payment_intents, read as strictly as Stripe reads them. */
export type IntentForm = {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  paymentMethod: string | undefined;
  confirmationToken: string | undefined;
  customer: string | undefined;
  allowedTypes: string[];
  confirm: boolean;
};

const KNOWN =
  /^(amount|currency|customer|payment_method|confirmation_token|confirm|use_stripe_sdk|expand\[\d+\]|allowed_payment_method_types\[\d+\]|metadata\[[^[\]]{1,40}\])$/;
const CURRENCIES = "aud bhd cad eur gbp isk jod jpy kwd mga omr tnd ugx usd".split(" ");
const WHOLE_UNITS_ONLY = ["isk", "ugx"];
const THREE_DECIMAL = ["bhd", "jod", "kwd", "omr", "tnd"];

/** The form, or Stripe's refusal of it. */
export function readIntentForm(body: string): IntentForm | Reply {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    const refusal = refuseField(name, value);
    if (refusal) return refusal;
    fields.set(name, value);
  }
  return refuseAmount(fields) ?? refuseConfirmation(fields) ?? readFields(fields);
}

/** A code or a type that Stripe has not published does not compile. */
type PublishedError = Pick<Stripe.PaymentIntent.LastPaymentError, "code" | "param"> & {
  type?: Stripe.PaymentIntent.LastPaymentError["type"];
};

/** An error of type `invalid_request_error` (https://docs.stripe.com/api/errors). */
export function refuse(status: number, message: string, more: PublishedError = {}): Reply {
  const doc = more.code && { doc_url: `https://stripe.com/docs/error-codes/${more.code}` };
  return { status, body: { error: { type: "invalid_request_error", message, ...doc, ...more } } };
}

function refuseField(name: string, value: string): Reply | undefined {
  const [param = ""] = name.split("[");
  if (!KNOWN.test(name)) {
    const code = "parameter_unknown";
    return refuse(400, `Received unknown parameter: ${name}`, { code, param });
  }
  if (param === "metadata" && value.length > 500) {
    return refuse(400, "Metadata values can have up to 500 characters.", { param: name });
  }
  if (["confirm", "use_stripe_sdk"].includes(param) && !["true", "false"].includes(value)) {
    return refuse(400, `Invalid boolean: ${value}`, { param });
  }
  return undefined;
}

function refuseAmount(fields: ReadonlyMap<string, string>): Reply | undefined {
  for (const param of ["amount", "currency"]) {
    const code = "parameter_missing";
    if (!fields.has(param))
      return refuse(400, `Missing required param: ${param}.`, { code, param });
  }

  const text = fields.get("amount") ?? "";
  const currency = fields.get("currency") ?? "";
  const param = "amount";
  if (!/^-?\d+$/.test(text)) {
    return refuse(400, `Invalid integer: ${text}`, { code: "parameter_invalid_integer", param });
  }
  if (!CURRENCIES.includes(currency)) {
    return refuse(400, `Invalid currency: ${currency}.`, { param: "currency" });
  }
  const amount = Number(text);
  if (amount < 50) return refuse(400, "Amount too small.", { code: "amount_too_small", param });
  if (amount > 99_999_999) {
    return refuse(400, "Amount too large.", { code: "amount_too_large", param });
  }
  const step = WHOLE_UNITS_ONLY.includes(currency)
    ? 100
    : THREE_DECIMAL.includes(currency)
      ? 10
      : 1;
  return amount % step === 0
    ? undefined
    : refuse(400, `Invalid amount. ${currency} must be evenly divisible by ${step}.`, { param });
}

function refuseConfirmation(fields: ReadonlyMap<string, string>): Reply | undefined {
  if (fields.get("confirm") !== "true") return undefined;
  if (!fields.has("payment_method") && !fields.has("confirmation_token")) {
    return refuse(400, "You cannot confirm this PaymentIntent: it's missing a payment method.", {
      code: "payment_intent_unexpected_state",
    });
  }
  // Without a list the account's own methods count, and some of them redirect.
  const types = allowedTypes(fields);
  const mayRedirect = types.length === 0 || types.some((type) => !type.startsWith("card"));
  return mayRedirect
    ? refuse(400, "This PaymentIntent may redirect: you must provide a `return_url`.")
    : undefined;
}

function allowedTypes(fields: ReadonlyMap<string, string>): string[] {
  return [...fields].flatMap(([name, value]) =>
    name.startsWith("allowed_payment_method_types[") ? [value] : [],
  );
}

function readFields(fields: ReadonlyMap<string, string>): IntentForm {
  return {
    amount: Number(fields.get("amount")),
    currency: fields.get("currency") ?? "",
    metadata: readMetadata(fields),
    paymentMethod: fields.get("payment_method"),
    confirmationToken: fields.get("confirmation_token"),
    customer: fields.get("customer"),
    allowedTypes: allowedTypes(fields),
    confirm: fields.get("confirm") === "true",
  };
}

export function readMetadata(fields: Iterable<[string, string]>): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of fields) {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    if (key) metadata[key] = value;
  }
  return metadata;
}
