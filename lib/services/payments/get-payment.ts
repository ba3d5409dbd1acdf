import type { Caller } from "#lib/auth/caller.ts";
import type { GatewayName, PaymentState } from "#lib/contract/payments.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { findPayment } from "#lib/storage/payments.ts";
import { describeReceipt } from "./describe-payment.ts";

/** The state of one of the merchant's own payments. Throws `not_found`. */
export async function getPayment({
  caller,
  gateway,
  paymentId,
}: {
  caller: Caller;
  gateway: GatewayName;
  paymentId: string;
}): Promise<PaymentState> {
  const payment = await findPayment(caller, paymentId);
  if (payment?.gateway !== gateway) {
    throw new AppError("not_found", { message: "No such payment" });
  }
  return { paymentId, status: payment.status, veroMetadata: describeReceipt(payment) };
}
