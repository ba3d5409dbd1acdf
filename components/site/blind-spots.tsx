import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";

type BlindSpotsProps = {
  /** How long a receipt waits for its card to be registered. */
  escrowDays: number;
};

/** What the service has no way to read, and the one time when it has. */
export function BlindSpots({ escrowDays }: BlindSpotsProps) {
  return (
    <section aria-labelledby="blind-spots">
      <h2 id="blind-spots" className="font-semibold">
        What the server can never see
      </h2>
      <ul className="mt-2 space-y-1.5 text-sm text-pretty text-muted">
        <li>
          <Strong>The card number.</Strong> Callers send its SHA-256; only a keyed hash of that is
          stored.
        </li>
        <li>
          <Strong>What was bought, in its own database.</Strong> Merchant name, address, items, and
          card digits exist only inside the envelope.
        </li>
        <li>
          <Strong>The private key,</Strong> when the device generates it;{" "}
          <Strong>the open receipt,</Strong> when the device opens it.
        </li>
        <li>
          <ReceiptStatusMark status="escrowed" /> is the one exception: until the card is
          registered, for {escrowDays} days at most, the service could open the receipt.
        </li>
      </ul>
    </section>
  );
}

function Strong({ children }: { children: string }) {
  return <strong className="font-medium text-ink">{children}</strong>;
}
