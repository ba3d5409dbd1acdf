import { EnvelopeSlip } from "#components/receipts/envelope-slip.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { useWallet } from "#components/wallet/wallet-state.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";

type SealedTwinProps = { receipt: OpenedReceipt; paymentId: string };

/** The envelope that came to this device, as the service goes on keeping it. */
export function SealedTwin({ receipt, paymentId }: SealedTwinProps) {
  const { scenes } = useWallet();
  // The newest scene comes first, and nothing else has been opened since.
  const [envelope] = scenes
    .flatMap(({ observations }) => observations)
    .flatMap((step) => (step.kind === "envelope_received" ? [step.envelope] : []));
  if (!envelope) return null;
  return (
    <figure>
      <figcaption className="mb-3 flex justify-between gap-3 text-sm">
        <span className="text-muted">The same receipt, in the service’s database</span>
        <ReceiptStatusMark status="sealed" />
      </figcaption>
      <Slip paper="copy">
        <EnvelopeSlip receipt={receipt} envelope={envelope} paymentId={paymentId} />
      </Slip>
    </figure>
  );
}
