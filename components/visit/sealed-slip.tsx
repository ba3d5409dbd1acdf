import type { ReactNode } from "react";
import { formatShopTime, zonedTime } from "#components/receipts/paper-receipt.ts";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { WaxSeal } from "#components/ui/wax-seal.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { OwnPayment } from "./use-visit.ts";
import { counterShop } from "./visit-counter.ts";

type SealedSlipProps = { payment: OwnPayment; isOpened?: boolean; children: ReactNode };

/** The receipt as it looks from outside: an amount, a time, and a seal. */
export function SealedSlip({ payment, isOpened = false, children }: SealedSlipProps) {
  const locale = useLocale();
  const { amount, currency, createdAt, receiptStatus } = payment;
  return (
    <div className="motion-safe:animate-rise-in">
      <Slip paper="copy">
        <div className="flex flex-col items-center py-2 text-center">
          <WaxSeal className="size-20 drop-shadow-md motion-safe:animate-press" />
          <p className="mt-4 text-3xl font-medium tracking-tight">
            {formatMoney({ amount, currency }, locale)}
          </p>
          <p className="mt-1 text-sm text-muted">{formatTime(createdAt, locale)}</p>
          <p className="mt-2 text-sm">
            <ReceiptStatusMark status={isOpened ? "opened" : receiptStatus} />
          </p>
          <p className="mt-3 max-w-[32ch] text-sm text-muted text-pretty">{children}</p>
        </div>
      </Slip>
    </div>
  );
}

/** By the clock of the shop, as on the paper inside. */
function formatTime(transactionDate: string, locale: string): string {
  const transactionTimezone = counterShop.timezone;
  return formatShopTime({ transactionDate, transactionTimezone }, locale, zonedTime);
}
