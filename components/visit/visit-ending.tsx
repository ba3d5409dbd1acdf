import { BookOpen, Coffee, LayoutDashboard, RotateCcw, Wallet } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { OwnPayment } from "./use-visit.ts";

type VisitEndingProps = {
  payment: OwnPayment;
  /** Whether it was opened on this device. */
  isHere: boolean;
  onPayAgain: () => void;
  onStartAgain: () => Promise<void>;
};

/** What the service could see and what it could not, and where to go from here. */
export function VisitEnding({ payment, isHere, onPayAgain, onStartAgain }: VisitEndingProps) {
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);
  const { amount, currency } = payment;
  const startAgain = () => {
    setLeaving(true);
    void onStartAgain().finally(() => setLeaving(false));
  };
  return (
    <section
      aria-label="What the service saw"
      className="grid gap-x-12 gap-y-6 border-y border-line bg-slip px-5 py-5 motion-safe:animate-fade-in lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:px-7"
    >
      <dl className="space-y-2 text-pretty">
        <Line name="The service knows">
          that a card paid {formatMoney({ amount, currency }, locale)}, when, and the shop’s
          reference numbers.
        </Line>
        <Line name="It could read">
          the receipt while sealing it, and as long as it waited in escrow. Not anymore.
        </Line>
        <Line name="It never had">
          your card number, only a hash of it; your{" "}
          {isHere ? "passkey or PIN" : "phone’s passkey or PIN"}; or the private key that opened the
          envelope.
        </Line>
      </dl>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button icon={Coffee} onClick={onPayAgain} className={isHere ? "" : "sm:col-span-2"}>
          Pay again
        </Button>
        {isHere ? (
          <ButtonLink href="/wallet" prefetch={false} look="secondary" icon={Wallet}>
            Open the full wallet
          </ButtonLink>
        ) : null}
        <ButtonLink href="/#merchant" prefetch={false} look="secondary" icon={LayoutDashboard}>
          What the merchant sees
        </ButtonLink>
        <ButtonLink href="/reference" prefetch={false} look="secondary" icon={BookOpen}>
          API reference
        </ButtonLink>
        <Button
          look="ghost"
          icon={RotateCcw}
          pending={isLeaving}
          onClick={startAgain}
          className="sm:col-span-2"
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
