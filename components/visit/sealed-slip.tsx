import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { WaxSeal } from "#components/ui/wax-seal.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { OwnPayment } from "./use-visit.ts";
import { formatVisitTime } from "./visit-counter.ts";

type SealedSlipProps = {
  payment: OwnPayment;
  isOpened?: boolean;
  /** In place of the plain seal: the button that opens it. */
  seal?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** The receipt as it looks from outside: an amount, a time, and a seal once it is sealed to its cardholder. */
export function SealedSlip({
  payment,
  isOpened = false,
  seal,
  className = "",
  children,
}: SealedSlipProps) {
  const locale = useLocale();
  const { amount, currency, createdAt, receiptStatus } = payment;
  return (
    <div className={`motion-safe:animate-rise-in ${className}`}>
      <Slip paper="copy">
        {seal ? <div className="motion-safe:animate-press">{seal}</div> : null}
        <div className={`flex flex-wrap items-center gap-x-5 gap-y-3 ${seal ? upright : onTall}`}>
          {seal ? null : receiptStatus === "escrowed" ? (
            <NotYours />
          ) : (
            <WaxSeal className="size-16 shrink-0 drop-shadow-md motion-safe:animate-press lg:tall:size-20" />
          )}
          <div
            className={`min-w-0 grow basis-36 ${seal ? "" : "lg:tall:flex lg:tall:grow-0 lg:tall:basis-auto lg:tall:flex-col lg:tall:items-center"}`}
          >
            <p
              data-stored="payment.amount"
              className={`text-2xl font-medium tracking-tight ${seal ? "" : "lg:tall:mt-4 lg:tall:text-3xl"}`}
            >
              {formatMoney({ amount, currency }, locale)}
            </p>
            <p data-stored="payment.created_at" className="mt-0.5 text-sm text-muted">
              {formatVisitTime(createdAt, locale)}
            </p>
            <p className="mt-1.5 text-sm">
              <ReceiptStatusMark status={isOpened ? "opened" : receiptStatus} />
            </p>
            <p className="mt-1.5 max-w-[32ch] text-sm text-muted text-pretty lg:tall:mt-3">
              {children}
            </p>
          </div>
        </div>
      </Slip>
    </div>
  );
}

/** Below one another, where the screen has the height for it. */
const onTall =
  "lg:tall:flex-col lg:tall:flex-nowrap lg:tall:gap-0 lg:tall:py-2 lg:tall:text-center";
const upright = "flex-col text-center";

/** In escrow there is no seal yet that keeps the service out. */
function NotYours() {
  return (
    <span
      aria-hidden="true"
      className="grid size-16 shrink-0 place-items-center rounded-full border-2 border-dashed border-escrowed text-escrowed lg:tall:size-20"
    >
      <Hourglass className="size-7 lg:tall:size-8" />
    </span>
  );
}
