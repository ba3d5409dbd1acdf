import { AppError } from "#lib/core/errors.ts";
import { sandboxMatch } from "#lib/gateways/sandbox/match.ts";
import { isSandbox } from "#lib/gateways/select-gateway.ts";
import type { PaymentResource } from "./contract.ts";
import { getPayment, requireSale, type SalePath } from "./get.ts";
import { decryptClientSecret, recordOutcome } from "./record-outcome.ts";

/**
 * Decides a sandbox payment that waits for confirmation, in place of the customer. Throws `not_found`
 * for the payment of a real provider, or `conflict` for one that does not wait.
 */
export async function confirmSandboxPayment({
  outcome,
  ...path
}: SalePath & { outcome: "succeeded" | "failed" }): Promise<PaymentResource> {
  const payment = await requireSale(path);
  if (!(await isSandbox(payment))) {
    const message = "No such payment in the sandbox";
    throw new AppError("not_found", { message, paymentId: payment.id });
  }
  const { orderId, providerReference, status, amount, currency } = payment;
  if (status !== "requires_confirmation" || orderId === null || providerReference === null) {
    throw new AppError("conflict", {
      message: "This payment does not wait for confirmation",
      details: `paymentStatus: is ${status}`,
      paymentId: payment.id,
    });
  }

  const clientSecret = decryptClientSecret(payment);
  const names = { orderId, clientSecret, providerReference };
  const match = sandboxMatch(payment.id);
  await recordOutcome(
    payment,
    outcome === "succeeded"
      ? { kind: "succeeded", ...names, amount, currency, match }
      : { kind: "declined", reason: "confirmation_failed" },
  );
  return await getPayment(path);
}
