import type { z } from "zod";
import { callApi } from "#lib/browser/api.ts";
import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { CreatedPaymentJson, createPaymentOperation } from "#lib/payments/contract.ts";
import type { paymentRequest } from "#lib/receipts/contract.ts";

export type PaymentCall = {
  environment: Environment;
  gateway: GatewayName;
  body: z.input<typeof paymentRequest>;
};

/** What came back with the body: all there is to know of an answer from outside. */
export type AnswerMarks = { status: number; requestId: string | undefined; replayed: boolean };

/** Takes a payment through the public API, with the session instead of a key. */
export async function createPayment(
  { environment, gateway, body }: PaymentCall,
  onMarks: (marks: AnswerMarks) => void,
): Promise<CreatedPaymentJson> {
  const path = "/api/v1/payments/{gateway}/create";
  return await callApi<typeof createPaymentOperation>("POST", path, {
    environment,
    params: { gateway },
    body,
    onAnswer: ({ status, headers }) =>
      onMarks({
        status,
        requestId: headers.get("x-request-id") ?? undefined,
        replayed: headers.get("idempotent-replayed") === "true",
      }),
  });
}
