import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { ReceiptStatus } from "#components/receipt/receipt-status.tsx";
import { formatMoney } from "#lib/money/format-money.ts";
import { cardBrandNames } from "#lib/wallet/card-brand.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletLink } from "./wallet-link.ts";
import { useWallet } from "./wallet-state.ts";

/** One receipt: sealed it has no more than an amount and a time, opened it has a name. */
export function ReceiptRow({ receipt }: { receipt: WalletReceipt }) {
  const { opened } = useWallet();
  const locale = useLocale();
  const { amount, card, createdAt, currency, keyId, paymentId, receiptStatus } = receipt;
  const content = opened.get(paymentId);
  const isHere = keyId !== null && card.keys.some((key) => key.keyId === keyId);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Link
      {...walletLink(`/wallet/receipts/${paymentId}`)}
      className="-mx-2 flex items-center gap-3 px-2 py-3.5 transition-colors hover:bg-slip"
    >
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          {content ? <bdi>{content.merchantName}</bdi> : <Sealed />}
        </span>
        <span className="block truncate text-sm text-muted">
          {time.format(new Date(createdAt))} · {card.brand ? cardBrandNames[card.brand] : "Card"}{" "}
          {card.last4}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block font-medium">{formatMoney({ amount, currency }, locale)}</span>
        <span className="block text-sm">
          {receiptStatus === "sealed" && !isHere ? (
            <span className="text-muted">Key not here</span>
          ) : (
            <ReceiptStatus status={content ? "opened" : receiptStatus} />
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  );
}

function Sealed() {
  return (
    <>
      <span aria-hidden="true" className="tracking-widest text-muted select-none">
        ▒▒▒▒▒▒▒▒
      </span>
      <span className="sr-only">Sealed receipt</span>
    </>
  );
}
