import { BookOpen, Coffee, LayoutDashboard, Wallet } from "lucide-react";
import { ServiceKnows } from "#components/receipts/service-knows.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { MAX_VISIT_HOURS, REQUEST_LOG_DAYS, VISIT_IDLE_MINUTES } from "#lib/core/retention.ts";
import { StartAgain } from "./start-again.tsx";
import type { Restart } from "./use-restart.ts";
import type { OwnPayment } from "./use-visit.ts";

type VisitEndingProps = {
  /** Whether the receipt waited in escrow before it was sealed to the key. */
  wasEscrowed: boolean;
  sealedAt: OwnPayment["sealedAt"];
  /** Whether it was opened on this device. */
  isHere: boolean;
  /** Absent once the visit has paid as often as it may. */
  onBuyMore: (() => void) | undefined;
  restart: Restart;
};

/** What came of it in a sentence, what the service could see in detail, and where to go from here. */
export function VisitEnding({
  wasEscrowed,
  sealedAt,
  isHere,
  onBuyMore,
  restart,
}: VisitEndingProps) {
  const couldOpen = wasEscrowed || sealedAt !== "till";
  return (
    <section
      aria-label="What came of it"
      className="space-y-5 border-y border-line bg-slip px-5 py-5 motion-safe:animate-fade-in"
    >
      <p className="text-2xl leading-snug font-medium tracking-tight text-balance">
        {isHere ? "You read every line." : "Your phone shows every line."} The service has the
        total, the time, the number, and ciphertext that it {couldOpen ? "can no longer" : "cannot"}{" "}
        open.
      </p>
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink md:min-h-8 md:py-1">
          All that the service keeps, could read, and never has
        </summary>
        <ServiceKnows
          escrow={wasEscrowed ? "ended" : "skipped"}
          sealedAt={sealedAt}
          className="space-y-4 pt-3"
        />
        <p className="mt-4 text-muted text-pretty">
          This visit ends {VISIT_IDLE_MINUTES} minutes after you leave, or {MAX_VISIT_HOURS} hours
          after it began. Its card, payments, and receipts are deleted then; the log of its calls
          stays for {REQUEST_LOG_DAYS} days.
        </p>
      </details>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {onBuyMore ? (
          <Button
            icon={Coffee}
            onClick={onBuyMore}
            className={isHere ? "" : "sm:col-span-2 lg:col-span-1"}
          >
            Buy something else
          </Button>
        ) : null}
        {isHere ? (
          <ButtonLink href="/wallet" prefetch={false} look="secondary" icon={Wallet}>
            Open the full wallet
          </ButtonLink>
        ) : null}
        <ButtonLink href="/#merchant" prefetch={false} look="secondary" icon={LayoutDashboard}>
          What merchants see, in pictures
        </ButtonLink>
        <ButtonLink href="/docs/reference" prefetch={false} look="secondary" icon={BookOpen}>
          API reference
        </ButtonLink>
        <StartAgain restart={restart} className="sm:col-span-2 lg:col-span-1" />
      </div>
    </section>
  );
}
