import { ApiError, isUndecided } from "./api-error.ts";
import type { CreatedPayment, CreateOptions, PaymentRequest, Payments } from "./payments.ts";
import type { Gateway, Schemas } from "./schemas.ts";

export type SettleOptions = CreateOptions & {
  /** `cancel`, if not given: what stays undecided is canceled, so that the customer can pay in another way. */
  ifUndecided?: "cancel" | "leave" | undefined;
};

/** What the request for a payment comes to. */
export type RequestedPayment =
  | { state: "paid"; payment: CreatedPayment }
  /** The customer has a step to do at the provider, with `clientSecret`. */
  | { state: "requires_confirmation"; payment: CreatedPayment }
  /** Nothing was charged. The next card may be taken with the same references. */
  | { state: "declined"; error: ApiError }
  /** Not known: take no other payment for the sale. Calling again with the same body finds out. */
  | { state: "undecided"; error: ApiError };

export type Settled =
  | RequestedPayment
  /** It was found when it was looked up. */
  | { state: "paid"; payment: Schemas["Payment"] }
  /** The customer pays nothing. For another try take a new `transactionId`. */
  | { state: "canceled"; outcome: "not_charged" | "refunded" };

type Sale = { gateway: Gateway; body: PaymentRequest };

/**
 * Takes a payment to its end: creates it, looks it up if no answer came, and cancels it if that does not help either.
 * Throws ApiError for a request that the service refuses, which charged nothing.
 */
export async function settlePayment(
  payments: Payments,
  sale: Sale,
  { ifUndecided = "cancel", ...options }: SettleOptions = {},
): Promise<Settled> {
  const requested = await requestPayment(payments, sale, options);
  if (requested.state !== "undecided" || ifUndecided === "leave") return requested;
  return await cancelUndecided(payments, sale, requested.error, options);
}

/** As settlePayment, where what stays undecided is left as it is. */
export async function requestPayment(
  payments: Payments,
  { gateway, body }: Sale,
  options?: CreateOptions,
): Promise<RequestedPayment> {
  try {
    return readCreated(await payments.create(gateway, body, options));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "payment_declined") return { state: "declined", error };
    if (!isUndecided(error) && error.status !== 429) throw error;
    return { state: "undecided", error };
  }
}

function readCreated(payment: CreatedPayment): RequestedPayment {
  const isPaid = payment.veroMetadata.paymentStatus === "succeeded";
  return { state: isPaid ? "paid" : "requires_confirmation", payment };
}

async function cancelUndecided(
  payments: Payments,
  { gateway, body }: Sale,
  undecided: ApiError,
  { idempotencyKey: _, ...options }: CreateOptions,
): Promise<Settled> {
  const { merchantId, receiptId, transactionId } = body;
  const references = { merchantId, receiptId, transactionId };
  try {
    for await (const payment of payments.list({ ...references, gateway }, options)) {
      if (payment.veroMetadata.paymentStatus === "succeeded") return { state: "paid", payment };
    }
    const { outcome } = await payments.cancelByReference(gateway, references, options);
    return { state: "canceled", outcome };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { state: "undecided", error: undecided };
  }
}
