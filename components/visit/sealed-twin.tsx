import { EnvelopeSlip } from "#components/receipts/envelope-slip.tsx";
import { listKnownLines } from "#components/receipts/known-lines.ts";
import { KnownPaper } from "#components/receipts/known-paper.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { useWallet } from "#components/wallet/wallet-state.ts";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";

type SealedTwinProps = { receipt: OpenedReceipt; paymentId: string };

/** The receipt as the service goes on keeping it: what it can read of the paper, and the ciphertext of the rest. */
export function SealedTwin({ receipt, paymentId }: SealedTwinProps) {
  const locale = useLocale();
  const envelope = useLatestEnvelope();
  if (!envelope) return null;
  return (
    <figure>
      <figcaption className="mb-3 flex justify-between gap-3 text-sm">
        <span className="text-muted">The same receipt, in the service’s database</span>
        <ReceiptStatusMark status="sealed" />
      </figcaption>
      <Slip paper="copy">
        <KnownPaper lines={listKnownLines(receipt, locale)} reader="service" className="text-xs" />
        <div className="mt-3 border-t border-dashed border-line pt-3 font-mono text-2xs">
          <p className="text-muted">ciphertext</p>
          <p className="line-clamp-4 break-all">{envelope.ciphertext}</p>
        </div>
        <details className="mt-3 text-sm">
          <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink md:min-h-8 md:py-1">
            The whole envelope
          </summary>
          <div className="pt-2">
            <EnvelopeSlip receipt={receipt} envelope={envelope} paymentId={paymentId} />
          </div>
        </details>
      </Slip>
    </figure>
  );
}

/** The envelope that came to this device last. */
export function useLatestEnvelope(): UncheckedEnvelope | undefined {
  const { scenes } = useWallet();
  // The newest scene comes first, and nothing else has been opened since.
  return scenes
    .flatMap(({ observations }) => observations)
    .flatMap((step) => (step.kind === "envelope_received" ? [step.envelope] : []))[0];
}
