import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";

type BlindSpotsProps = {
  /** How long a receipt waits for its card to be registered. */
  escrowDays: number;
};

/** What the service cannot read, and the cases in which it can. */
export function BlindSpots({ escrowDays }: BlindSpotsProps) {
  return (
    <section aria-labelledby="blind-spots">
      <h2 id="blind-spots" className="font-semibold">
        What the server never keeps
      </h2>
      <ul className="mt-2 space-y-1.5 text-sm text-pretty text-muted">
        <li>
          <Strong>The card number.</Strong> Callers send its SHA-256; only a keyed hash of that is
          stored.
        </li>
        <li>
          <Strong>What was bought, in its own database.</Strong> The shop’s name and address, the
          items, and the card’s last digits stay inside the envelope. In readable form it keeps the
          shop’s own ID, the reference numbers, the amount, statuses, and times.
        </li>
        <li>
          <Strong>The private key,</Strong> when the device generates it;{" "}
          <Strong>the open receipt,</Strong> when the device opens it.
        </li>
        <li>
          <Strong>The receipt itself, when the till seals it</Strong> to the cardholder’s key: it
          reaches the server as ciphertext, and is decrypted there only if the issuer asks for that.
        </li>
        <li>
          It reads any other receipt while sealing it, and not again, with two exceptions. In escrow
          (<ReceiptStatusMark status="escrowed" />
          ), until the card is registered or {escrowDays} days have passed, it could open a receipt,
          no matter who sealed it. And until the gateway has answered, what it is asked to charge is
          kept beside the envelope, encrypted: the payment method, tax, and tip; for the second
          gateway, the items.
        </li>
      </ul>
    </section>
  );
}

function Strong({ children }: { children: string }) {
  return <strong className="font-medium text-ink">{children}</strong>;
}
