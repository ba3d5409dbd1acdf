import type { ReactNode } from "react";
import { zonedTime } from "#components/receipts/paper-receipt.ts";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { WaxSeal } from "#components/ui/wax-seal.tsx";
import { formatMoney } from "#lib/core/money.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";

type SealedFaceProps = {
  receipt: Pick<
    WalletReceipt,
    "amount" | "createdAt" | "currency" | "kind" | "receiptStatus" | "sealedAt"
  >;
  /** Whether its amount is the heading of the page. */
  isTitle?: boolean;
  /** In place of the plain seal: the button that opens it. */
  seal?: ReactNode;
};

/** A receipt that is not opened: an amount, a time, and its seal. */
export function SealedFace({ receipt, isTitle = false, seal }: SealedFaceProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { amount, createdAt, currency, kind, receiptStatus } = receipt;
  const money = formatMoney({ amount, currency }, locale);
  const Amount = isTitle ? "h1" : "p";
  return (
    <Slip paper="copy">
      <div className="flex flex-col items-center py-6 text-center">
        {seal ?? <WaxSeal className="size-28 drop-shadow-md" />}
        {kind === "refund" ? <p className="mt-6 font-medium text-pine">{t("Refund")}</p> : null}
        <Amount
          data-stored="payment.amount"
          className={`text-3xl font-medium tracking-tight ${kind === "refund" ? "" : "mt-6"}`}
        >
          {kind === "refund" ? `+${money}` : money}
        </Amount>
        <p data-stored="payment.created_at" className="mt-1 text-sm text-muted">
          {formatMoment(createdAt, locale)}
        </p>
        <p className="mt-3">
          <ReceiptStatusMark status={receiptStatus} t={t} />
        </p>
        <p className="mt-4 max-w-[34ch] text-sm text-pretty text-muted">
          {receiptStatus === "expired" && receipt.sealedAt === "till"
            ? t(expiredAtTill)
            : t(meanings[receiptStatus])}
        </p>
      </div>
    </Slip>
  );
}

const meanings: Record<WalletReceipt["receiptStatus"], PlainSentence> = {
  sealed: "The shop and the items are sealed inside. Only your keys open it.",
  escrowed: "It is waiting for its card to be added to a wallet.",
  expired: "Its card was not added in time, so its key was destroyed. It can no longer be opened.",
  erased: "It was erased together with its key, and can no longer be opened.",
  void: "The payment did not go through, so its receipt was destroyed.",
};

/** The list does not say which. */
const expiredAtTill: PlainSentence =
  "Its card was not added in time, or what the till had sealed could not be opened. It can no longer be opened.";

function formatMoment(at: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", ...zonedTime, month: "long" });
  return format.format(new Date(at));
}
