import { actOf } from "#lib/audit/act.ts";
import { saveIntent } from "#lib/payments/begin-payment.ts";
import { requestSchemaFor } from "#lib/payments/contract-order.ts";
import { identifyPayment } from "#lib/payments/idempotency.ts";
import { settleOrder } from "#lib/payments/order.ts";
import { type PaymentDraft, sealIntent } from "#lib/payments/seal.ts";
import { selectPayment, updateCancelRequested } from "#lib/payments/store/payment.ts";
import { findRecipient } from "#lib/recipients/find-recipient.ts";
import { indexRecipient } from "#lib/recipients/identifier.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import type { ModelShop } from "./providers.ts";

/** As if the process died once the payment was stored, before its gateway was asked. */
export async function dieBeforeCharge(
  { tenant: caller, provider: { gateway }, connectionId }: ModelShop,
  body: object,
): Promise<void> {
  const request = requestSchemaFor({ gateway }).parse(body);
  const identifiers = indexRecipient(serviceSecrets().cardIndexer, request);
  const recipient = await findRecipient({ environment: caller.environment, identifiers });
  const draft: PaymentDraft = {
    caller,
    gateway,
    connectionId,
    request,
    content: { kind: "receipt", request, merchantSignature: undefined, logo: undefined },
    order: settleOrder(gateway, request),
    identity: identifyPayment(gateway, request, undefined),
  };
  await saveIntent(await sealIntent(draft, identifiers, recipient), []);
}

/** As if the process died once the cancellation was kept, before anything came of it. */
export async function dieBeforeCancel({ tenant }: ModelShop, paymentId: string): Promise<void> {
  const payment = await selectPayment(tenant, paymentId);
  const act = actOf(keyCallerOf(tenant), "payment.cancel_requested");
  if (payment) await updateCancelRequested(payment, act);
}
