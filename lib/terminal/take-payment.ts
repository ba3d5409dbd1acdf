import { createPageCall } from "#lib/browser/page-call.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Attempt } from "#lib/client/call.ts";
import { createPayments } from "#lib/client/payments.ts";
import { requestPayment } from "#lib/client/settle-payment.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { ATTEMPT_MS } from "./arrival.ts";
import type { SealedBody } from "./divide-body.ts";
import type { PaymentAnswer } from "./payment-answer.ts";
import type { PaymentBody } from "./payment-body.ts";

export type PaymentCall = {
  environment: AnyEnvironment;
  gateway: GatewayName;
  body: PaymentBody | SealedBody;
  headers?: Record<string, string>;
};

export type Watch = {
  onAttempt: (attempt: Attempt) => void;
  onWait: (milliseconds: number) => void;
};

/**
 * Requests a payment, up to three times if there is no answer or a temporary failure. Each request has the same
 * body, so that the service sees one payment. Throws ApiError if the session has ended.
 */
export async function takePayment(
  { environment, gateway, body, headers }: PaymentCall,
  { onAttempt, onWait }: Watch,
  timeoutMs = ATTEMPT_MS,
): Promise<PaymentAnswer> {
  const payments = createPayments(createPageCall({ environment, headers }));
  try {
    const options = { timeoutMs, onAttempt, onWait };
    return await requestPayment(payments, { gateway, body }, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "unauthorized") throw error;
    return { state: "refused", error };
  }
}
