import { Fingerprint } from "lucide-react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { shortenHash } from "#lib/terminal/request-lines.ts";
import { formatCardNumber } from "#lib/wallet/card-number.ts";
import type { PickedCard } from "./use-card.ts";

/** What the payment will say of the card. */
export function CardHash({ card: { hashedPan, last4, testNumber } }: { card: PickedCard }) {
  return (
    <div
      role="status"
      className="flex gap-3 border border-dashed border-line bg-copy px-4 py-3 text-sm"
    >
      <Fingerprint
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 text-pine"
        strokeWidth={1.5}
      />
      <div className="min-w-0 space-y-1">
        <p>
          Hashed in this page. The number never leaves it; this goes instead:{" "}
          <code className="font-mono text-xs whitespace-nowrap">
            SHA-256 {shortenHash(hashedPan)}
          </code>
        </p>
        {testNumber ? (
          <p className="flex flex-wrap items-center gap-x-1 text-muted">
            <span className="font-mono text-xs whitespace-nowrap text-ink">
              {formatCardNumber(testNumber)}
            </span>
            <CopyButton text={testNumber} label="card number" />
            <span className="text-xs">Add it to a wallet, and its receipts arrive there.</span>
          </p>
        ) : (
          <p className="text-xs text-muted">
            The number you typed is gone; its last digits {last4} go sealed, for the receipt.
          </p>
        )}
      </div>
    </div>
  );
}
