import Link from "next/link";
import { Translated } from "#components/ui/translated.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { formatMoney } from "#lib/core/money.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletLink } from "./wallet-link.ts";
import { useWallet } from "./wallet-state.ts";

type RefundLinksProps = {
  receipt: Pick<WalletReceipt, "currency" | "refundedAmount" | "refundOf">;
  /** The sale of a refund, and the refunds of a sale. */
  related: readonly WalletReceipt[];
};

/** From a refund to what it gives back, and from a sale to what came back of it. */
export function RefundLinks({ receipt, related }: RefundLinksProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { opened } = useWallet();
  const { currency, refundedAmount, refundOf } = receipt;
  if (refundOf !== null) {
    const sale = related.find(({ paymentId }) => paymentId === refundOf);
    const soldBy = opened.get(refundOf)?.merchantName;
    return (
      <p className="text-sm">
        <Translated
          sentence="Refund for {sale}"
          parts={{
            sale: (
              <Link {...walletLink(`/wallet/receipts/${refundOf}`)} className={link}>
                {sale
                  ? t("the receipt of {date}", { date: formatDay(sale.createdAt, locale) })
                  : t("an earlier receipt")}
              </Link>
            ),
          }}
        />
        {soldBy === undefined ? null : (
          <>
            {" "}
            <Translated
              sentence="from {shop}"
              parts={{ shop: <bdi data-stored="receipt.shop">{soldBy}</bdi> }}
            />
          </>
        )}
      </p>
    );
  }
  if (refundedAmount === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-medium">
        {t("{money} refunded", {
          money: formatMoney({ amount: refundedAmount, currency }, locale),
        })}
      </p>
      <ul>
        {related.map(({ amount, createdAt, paymentId }) => (
          <li key={paymentId}>
            <Link {...walletLink(`/wallet/receipts/${paymentId}`)} className={link}>
              {t("Refund of {money}, {date}", {
                money: formatMoney({ amount, currency }, locale),
                date: formatDay(createdAt, locale),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const link =
  "inline-flex min-h-11 items-center font-medium text-pine underline underline-offset-4 hover:text-pine-deep md:min-h-8";

/** The day of a receipt, as the reader writes it. */
export function formatDay(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(at));
}
