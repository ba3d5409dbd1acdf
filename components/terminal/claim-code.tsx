import { ArrowUpRight } from "lucide-react";
import { Callout } from "#components/ui/callout.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { claimLink } from "#lib/core/claim-code.ts";

/** A receipt that no wallet has yet, for the customer's camera: the first wallet that takes it by the code has it. */
export function ClaimCode({ code }: { code: string }) {
  const link = claimLink(window.location.origin, code);
  return (
    <section
      aria-labelledby="claim-code"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 border border-line bg-slip p-4 md:p-5"
    >
      <div data-stored="claim_code.hash" className="w-40 shrink-0">
        <QrCode text={link} label="QR code of this receipt" />
      </div>
      <div className="min-w-0 grow basis-56 space-y-1.5">
        <h2 id="claim-code" className="text-lg font-semibold tracking-tight">
          Scan to keep this receipt
        </h2>
        <p className="text-sm text-muted text-pretty">
          This receipt is not in a wallet yet. The code delivers it to one wallet, once. Show it
          only to the customer: anyone with the code can take the receipt, as with paper.
        </p>
        <p>
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-pine hover:text-pine-deep md:min-h-9"
          >
            Open it in this browser’s wallet
            <ArrowUpRight aria-hidden="true" className="size-4" />
            <span className="sr-only">, in a new tab</span>
          </a>
        </p>
      </div>
    </section>
  );
}

/** The same at the foot of the printed receipt. */
export function PrintedClaimCode({ code }: { code: string }) {
  return (
    <div className="text-center">
      <p className="font-medium">Scan to keep this receipt</p>
      <div data-stored="claim_code.hash" className="mx-auto mt-3 w-32">
        <QrCode
          text={claimLink(window.location.origin, code)}
          label="QR code of this receipt, as printed"
        />
      </div>
    </div>
  );
}

/** In place of the code, once it was scanned or the card was registered. */
export function ReceiptTaken() {
  return (
    <Callout tone="good" title="The customer has the receipt">
      <p>It is in a wallet now, and the code no longer works.</p>
    </Callout>
  );
}

type Claimable = { paymentStatus: string; receiptStatus: string; claimCode: string | undefined };

/** The code, as long as the paid receipt waits for it. */
export function findClaimCode({ paymentStatus, receiptStatus, claimCode }: Claimable) {
  return paymentStatus === "succeeded" && receiptStatus === "escrowed" ? claimCode : undefined;
}
