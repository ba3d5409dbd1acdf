import { BookOpen, Coffee, LayoutDashboard, RotateCcw, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { Restart } from "./use-restart.ts";
import type { OwnPayment } from "./use-visit.ts";

type VisitEndingProps = {
  payment: OwnPayment;
  /** Whether the receipt waited in escrow before it was sealed to the key. */
  wasEscrowed: boolean;
  /** Whether it was opened on this device. */
  isHere: boolean;
  /** Absent once the visit has paid as often as it may. */
  onBuyMore: (() => void) | undefined;
  restart: Restart;
};

/** What the service could see and what it could not, and where to go from here. */
export function VisitEnding({
  payment,
  wasEscrowed,
  isHere,
  onBuyMore,
  restart,
}: VisitEndingProps) {
  const locale = useLocale();
  const { amount, currency } = payment;
  return (
    <section
      aria-label="What the service saw"
      className="space-y-5 border-y border-line bg-slip px-5 py-5 motion-safe:animate-fade-in"
    >
      <dl className="space-y-2 text-pretty">
        <Line name="The service knows">
          that a card paid {formatMoney({ amount, currency }, locale)}, when, the shop’s ID and
          reference numbers, your public key, and when you opened the receipt.
        </Line>
        <Line name="It could read">
          {wasEscrowed
            ? "the receipt while sealing it, and as long as it waited in escrow. Not anymore."
            : "the receipt while sealing it. It went straight to your key, without escrow."}
        </Line>
        <Line name="It never had">
          your card number, only its last four digits and a hash, from which a dishonest operator
          could guess it; your {isHere ? "passkey or PIN" : "phone’s passkey or PIN"}; or the
          private key that opened the envelope.
        </Line>
      </dl>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
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
        <ButtonLink href="/reference" prefetch={false} look="secondary" icon={BookOpen}>
          API reference
        </ButtonLink>
        <Button
          look="ghost"
          icon={RotateCcw}
          pending={restart.isPending}
          onClick={() => restart.mutate()}
          className="sm:col-span-2 lg:col-span-1"
        >
          Start again
        </Button>
      </div>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-semibold">{name}</dt>{" "}
      <dd className="inline text-muted">{children}</dd>
    </div>
  );
}
