"use client";

import { ShieldAlert } from "lucide-react";
import Link from "next/link";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { useAnnotation } from "./use-annotation.ts";
import { useLocale } from "./use-locale.ts";
import { walletLink } from "./wallet-link.ts";
import { countDays } from "./warranty.ts";

export type EndingWarranty = {
  cardId: string;
  paymentId: string;
  merchantName: string;
  /** `YYYY-MM-DD` */
  until: string;
};

/** Warranties that end soon, with a way to the receipt and one to hide the reminder. */
export function WarrantyReminders({ ending, today }: { ending: EndingWarranty[]; today: string }) {
  const t = useTranslate();
  return (
    <section
      aria-label={t("Warranties that end soon")}
      className="divide-y divide-line border border-line bg-copy px-4 text-sm"
    >
      {ending.map((warranty) => (
        <Reminder key={warranty.paymentId} warranty={warranty} today={today} />
      ))}
    </section>
  );
}

function Reminder({ warranty, today }: { warranty: EndingWarranty; today: string }) {
  const t = useTranslate();
  const { cardId, paymentId, merchantName, until } = warranty;
  const { change } = useAnnotation({ cardId, paymentId });
  const locale = useLocale();
  const days = countDays(until, today);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <p className="flex min-w-0 items-start gap-2.5">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0">
          <Link
            {...walletLink(`/wallet/receipts/${paymentId}`)}
            className="font-medium text-pine hover:text-pine-deep"
          >
            <bdi data-stored="receipt.shop" className="wrap-anywhere">
              {merchantName}
            </bdi>
          </Link>
          <span className="block text-muted">
            {days === 0
              ? t("Its warranty ends today")
              : t.count(
                  days,
                  "Its warranty ends on {date}, in 1 day",
                  "Its warranty ends on {date}, in {count} days",
                  { date: format.format(new Date(until)) },
                )}
          </span>
        </span>
      </p>
      <Button look="ghost" size="small" onClick={() => change({ dismissedWarranty: until })}>
        {t("Hide")}
      </Button>
    </div>
  );
}
