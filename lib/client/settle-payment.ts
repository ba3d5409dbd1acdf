import { ApiError, isOfCanceled, isUndecided } from "./api-error.ts";
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
  /** As it was looked up, without claim code and client secret: the answer of create was lost again. */
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
  { ifUndecided = "cancel", idempotencyKey = crypto.randomUUID(), ...others }: SettleOptions = {},
): Promise<Settled> {
  const options = { ...others, idempotencyKey };
  try {
    const requested = await requestPayment(payments, sale, options);
    if (requested.state !== "undecided" || ifUndecided === "leave") return requested;
    return await endUndecided(payments, sale, requested.error, options);
  } catch (error) {
    if (!(error instanceof ApiError && isOfCanceled(error))) throw error;
    // By an earlier call for the sale, whose answer may be lost: the same cancellation again says what it came to.
    return await cancel(payments, sale, error, options);
  }
}

/**
 * As settlePayment, where what stays undecided is left as it is. Throws ApiError for a request that the service
 * refuses, as it does one for a payment that was canceled.
 */
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
    if (isUndecided(error) || error.status === 429) return { state: "undecided", error };
    throw error;
  }
}

function readCreated(payment: CreatedPayment): RequestedPayment {
  const { paymentId, veroMetadata } = payment;
  switch (veroMetadata.paymentStatus) {
    case "succeeded":
      return { state: "paid", payment };
    case "requires_confirmation":
      return { state: "requires_confirmation", payment };
    default: {
      // None that this service answers here. A later one may, and what it means is not known.
      const message = `The payment is ${veroMetadata.paymentStatus}`;
      const error = new ApiError({ status: 200, code: "unreadable", message, paymentId });
      return { state: "undecided", error };
    }
  }
}

async function endUndecided(
  payments: Payments,
  sale: Sale,
  undecided: ApiError,
  options: CreateOptions,
): Promise<Settled> {
  const found = await findTaken(payments, sale, options).catch(readFailure);
  if (found === undefined) return await cancel(payments, sale, undecided, options);
  if (found.state === "paid") return await repeatCreate(payments, sale, found, options);
  return { state: "undecided", error: undecided };
}

type Found =
  | { state: "paid"; payment: Schemas["Payment"] }
  /** The references are those of another sale, which a cancellation would give back. */
  | { state: "other" }
  | { state: "unknown" };

/**
 * The payment of the sale that has succeeded. Undefined means none so far: what failed was an attempt before this one, and
 * the request may still be on its way.
 */
async function findTaken(
  payments: Payments,
  { gateway, body }: Sale,
  { idempotencyKey: _, ...options }: CreateOptions,
): Promise<Found | undefined> {
  for await (const payment of payments.list({ ...referencesOf(body), gateway }, options)) {
    const { paymentStatus, amount, currency } = payment.veroMetadata;
    if (paymentStatus !== "succeeded") continue;
    const isOther =
      (body.amount ?? amount) !== amount || (body.currency ?? "usd").toLowerCase() !== currency;
    if (isOther) return { state: "other" };
    if (payment.refundedAmount === 0) return { state: "paid", payment };
  }
  return undefined;
}

function readFailure(error: unknown): Found | undefined {
  if (!(error instanceof ApiError)) throw error;
  // Without payments:read, a cancellation decides it alone.
  return error.status === 403 ? undefined : { state: "unknown" };
}

/** Asks once for the answer that was lost: only create has claim code and client secret. */
async function repeatCreate(
  payments: Payments,
  sale: Sale,
  found: Extract<Found, { state: "paid" }>,
  options: CreateOptions,
): Promise<Settled> {
  try {
    const repeated = await requestPayment(payments, sale, { ...options, maxAttempts: 1 });
    return repeated.state === "paid" ? repeated : found;
  } catch (error) {
    if (!(error instanceof ApiError) || isOfCanceled(error)) throw error;
    return found;
  }
}

async function cancel(
  payments: Payments,
  sale: Sale,
  undecided: ApiError,
  { idempotencyKey: _, ...options }: CreateOptions,
): Promise<Settled> {
  const { gateway, body } = sale;
  try {
    const { outcome } = await payments.cancelByReference(gateway, referencesOf(body), options);
    return { state: "canceled", outcome };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { state: "undecided", error: undecided };
  }
}

function referencesOf({ merchantId, receiptId, transactionId }: PaymentRequest) {
  return { merchantId, receiptId, transactionId };
}
