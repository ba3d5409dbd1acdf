import type { PaymentState } from "#components/payments/use-payment-changes.ts";

const PAUSE_MS = 6_000;
/** A customer who scans the code does so at the counter. */
const PATIENCE_MS = 15 * 60_000;

type Payment = Pick<PaymentState, "status"> & {
  veroMetadata: Pick<PaymentState["veroMetadata"], "receiptStatus">;
};

/** Whether the paid receipt waits for a wallet that takes it. */
export function waitsForWallet({ status, veroMetadata }: Payment): boolean {
  return status === "succeeded" && veroMetadata.receiptStatus === "escrowed";
}

/** How long until the till looks again whether the receipt was taken, in milliseconds; false to look no more. */
export function pauseForClaim(payment: Payment, waitedMs: number): number | false {
  return waitsForWallet(payment) && waitedMs < PATIENCE_MS ? PAUSE_MS : false;
}
