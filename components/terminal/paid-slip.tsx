import { WaxSeal } from "#components/brand/wax-seal.tsx";
import { ReceiptSlip } from "#components/receipt/receipt-slip.tsx";
import { ReceiptStatus } from "#components/receipt/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import type { Answer } from "#lib/terminal/take-payment.ts";
import { derivedReceipt } from "./derived-receipt.ts";
import type { Order } from "./use-payment.ts";

type PaidSlipProps = { order: Order; answer: Answer | undefined };

/** The receipt as the till wrote it; once it is sealed, with its seal. */
export function PaidSlip({ order, answer }: PaidSlipProps) {
  const taken = answer?.kind === "taken" ? answer.payment.veroMetadata : undefined;
  return (
    <figure>
      <figcaption className="mb-3 flex justify-between gap-3 text-sm">
        <span className="text-muted">What the till wrote</span>
        {taken ? <ReceiptStatus status={taken.receiptStatus} /> : null}
      </figcaption>
      <div className="relative">
        <Slip>
          {/* With room for the seal, so that nothing moves when it comes. */}
          <div className="pb-20">
            <ReceiptSlip receipt={derivedReceipt(order)} locale={order.shop.locale} />
          </div>
        </Slip>
        {taken ? (
          <WaxSeal className="absolute inset-x-0 bottom-5 mx-auto size-20 drop-shadow-md motion-safe:animate-press" />
        ) : null}
      </div>
    </figure>
  );
}
