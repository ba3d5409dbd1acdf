import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { WaxSeal } from "#components/ui/wax-seal.tsx";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { type PaymentAnswer, paymentOf } from "#lib/terminal/payment-answer.ts";
import { findClaimCode, PrintedClaimCode } from "./claim-code.tsx";
import type { TillOrder } from "./use-till-payment.ts";

type PaidSlipProps = {
  order: TillOrder;
  answer: PaymentAnswer | undefined;
  /** The payment as it is by now. */
  known: PaymentState | undefined;
};

/** The receipt as the till wrote it; once it is sealed to its cardholder, with the seal. */
export function PaidSlip({ order, answer, known }: PaidSlipProps) {
  const answered = paymentOf(answer)?.veroMetadata;
  const { receiptStatus } = known?.veroMetadata ?? answered ?? {};
  // Without an answer, the receipt is the cardholder's only once the payment is known to have succeeded.
  const isMade = answered !== undefined || known?.status === "succeeded";
  const paymentStatus = known?.status ?? answered?.paymentStatus;
  const code =
    answered && paymentStatus && receiptStatus
      ? findClaimCode({ paymentStatus, receiptStatus, claimCode: answered.claimCode })
      : undefined;
  return (
    <figure>
      <figcaption className="mb-3 flex justify-between gap-3 text-sm">
        <span className="text-muted">What the till wrote</span>
        {receiptStatus ? <ReceiptStatusMark status={receiptStatus} /> : null}
      </figcaption>
      <div className="relative" data-escrowed={receiptStatus === "escrowed" || undefined}>
        <Slip>
          {/* With room for the seal, so that nothing moves when it comes. */}
          <div className={code ? "pb-4" : "pb-20"}>
            <ReceiptSlip
              receipt={derivedReceipt(order)}
              locale={order.shop.locale}
              refunded={known?.refundedAmount ?? 0}
            />
          </div>
          {code ? (
            <div className="border-t border-dashed border-line pt-4">
              <PrintedClaimCode code={code} />
            </div>
          ) : null}
        </Slip>
        {isMade && receiptStatus === "sealed" ? (
          <WaxSeal className="absolute inset-x-0 bottom-5 mx-auto size-20 drop-shadow-md motion-safe:animate-press" />
        ) : null}
        {isMade && receiptStatus === "escrowed" && !code ? (
          <p className="absolute inset-x-6 bottom-8 text-center text-xs text-muted text-balance">
            No seal yet: in escrow, the service could still open it.
          </p>
        ) : null}
      </div>
    </figure>
  );
}

/** The order as it is printed: with its amount, which the second gateway works out by itself. */
function derivedReceipt({ body, total }: TillOrder): OpenedReceipt {
  const { version = "1.0", currency = "usd", mockItems = true } = body;
  return { ...body, version, currency, mockItems, amount: total };
}
