import type { ReactNode } from "react";
import { EnvelopeSlip, type EnvelopeSlipProps } from "#components/receipts/envelope-slip.tsx";
import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { WaxSeal } from "#components/ui/wax-seal.tsx";

/** One receipt twice: as its cardholder reads it and as the service keeps it. */
export function SealedPair({ example }: { example: EnvelopeSlipProps }) {
  return (
    <div className="relative grid gap-6 sm:grid-cols-2 sm:gap-x-12">
      <Side caption="On the cardholder’s device" status={<ReceiptStatusMark status="opened" />}>
        <Slip>
          <ReceiptSlip receipt={example.receipt} />
        </Slip>
      </Side>
      {/* On the seam of the two, over nothing but their margins. */}
      <WaxSeal className="z-10 mx-auto -mt-10 -mb-4 size-20 drop-shadow-md sm:absolute sm:top-1/2 sm:left-1/2 sm:m-0 sm:size-22 sm:-translate-x-1/2 sm:-translate-y-1/2" />
      <Side caption="In the service’s database" status={<ReceiptStatusMark status="sealed" />}>
        <Slip paper="copy">
          <EnvelopeSlip {...example} />
        </Slip>
      </Side>
    </div>
  );
}

type SideProps = { caption: string; status: ReactNode; children: ReactNode };

function Side({ caption, status, children }: SideProps) {
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="mb-3 flex justify-between gap-3 text-sm">
        <span className="text-muted">{caption}</span>
        {status}
      </figcaption>
      <div className="grow">{children}</div>
    </figure>
  );
}
