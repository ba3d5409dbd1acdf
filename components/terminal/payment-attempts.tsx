import type { Attempt } from "#lib/client/call.ts";
import { MAX_ATTEMPTS } from "#lib/client/schedule.ts";
import type { Sale } from "#lib/terminal/basket.ts";
import type { PaymentProgress } from "./use-till-payment.ts";

type PaymentAttemptsProps = {
  attempts: readonly Attempt[];
  progress: PaymentProgress;
  sale: Sale;
};

/** The attempts, if there was more than one: each is the same payment. */
export function PaymentAttempts({ attempts, progress, sale }: PaymentAttemptsProps) {
  const isOver = progress.state === "answered" || progress.state === "broken";
  if (attempts.length === 0 || (attempts.length === 1 && isOver)) return null;
  // The first answer came while the card was still moving.
  if (attempts.length === 1 && attempts[0]?.status && attempts[0].status < 429) return null;

  // Counted over all tries; the client counts each from 1.
  const lines = attempts.map((attempt, at) => ({ ...attempt, number: at + 1 }));
  return (
    <section aria-labelledby="attempts" className="border border-line bg-slip p-4 md:p-5">
      <h2 id="attempts" className="font-semibold tracking-tight">
        The same request, {isOver ? `${attempts.length} times` : `up to ${MAX_ATTEMPTS} times`}
      </h2>
      <p className="mt-0.5 text-sm text-muted text-pretty">
        Receipt <code className="font-mono text-xs text-ink">{sale.receiptId}</code> and transaction{" "}
        <code className="font-mono text-xs wrap-anywhere text-ink">{sale.transactionId}</code> stay,
        so it is one payment however often it is sent.
      </p>
      <ol className="mt-3 divide-y divide-dashed divide-line font-mono text-xs">
        {lines.map(({ number, milliseconds, status, requestId, replayed }) => (
          <li key={number} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="text-muted">{number}</span>
            <span
              className={`font-semibold ${status && status < 400 ? "text-pine" : "text-alarm"}`}
            >
              {status ?? "no answer"}
            </span>
            <span>{formatMilliseconds(milliseconds)}</span>
            {replayed ? <span className="text-pine">replayed</span> : null}
            <span className="ml-auto min-w-0 break-all text-muted">{requestId}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds)} ms`;
}
