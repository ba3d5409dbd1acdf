import { ReceiptStatus, type ReceiptStatusName } from "#components/receipt/receipt-status.tsx";

/** What each status of a receipt means. */
export function StatusLegend() {
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses" className="font-semibold">
        The states of a receipt
      </h2>
      <dl className="mt-2 space-y-1.5 text-sm">
        {meanings.map(({ status, meaning }) => (
          <div key={status} className="flex gap-3">
            <dt className="w-24 shrink-0">
              <ReceiptStatus status={status} />
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const meanings: { status: ReceiptStatusName; meaning: string }[] = [
  { status: "escrowed", meaning: "Waits for its card to be registered." },
  { status: "sealed", meaning: "Only the cardholder’s key opens it." },
  { status: "opened", meaning: "On the screen, after consent." },
  { status: "expired", meaning: "Not claimed in time; key destroyed." },
  { status: "erased", meaning: "Key destroyed; never opens again." },
];
