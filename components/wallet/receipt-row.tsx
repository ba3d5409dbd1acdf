import { BadgeCheck, ChevronRight, TriangleAlert, Undo2 } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import {
  findShopDay,
  formatReaderTime,
  formatShopTime,
  zonedClock,
  zonedTime,
} from "#components/receipts/paper-receipt.ts";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { PlainSentence, Translate } from "#lib/languages/translate.ts";
import type { Annotation } from "#lib/wallet/annotation.ts";
import { findOpeningKey } from "#lib/wallet/opening-key.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import { titleCard } from "./card-title.ts";
import { isSealedToLostPhone } from "./lost-phone-note.tsx";
import { formatDay } from "./refund-links.tsx";
import type { WalletReceipt } from "./use-receipts.ts";
import { useVerdict } from "./use-verdict.ts";
import { walletLink } from "./wallet-link.ts";

type ReceiptRowProps = {
  receipt: WalletReceipt;
  /** Of a refund, where the list has it. */
  sale: WalletReceipt | undefined;
  /** Once it has been opened. */
  content: SealedContent | undefined;
  /** What was noted about it, once that is open. */
  annotation: Annotation | undefined;
  /** The shop of a refund's sale, once that has been opened. */
  soldBy: string | undefined;
  isKept: boolean;
  isNew: boolean;
  /** Whether it was opened on this device before, and is sealed again. */
  wasOpened: boolean;
  /** Whether something contradicted it when it was opened. */
  hadAlarm: boolean;
  showsCard: boolean;
  /** Under which it stands. */
  day: string;
  locale: string;
  /** Of the reader; made once for all rows, since making one costs more than the row. */
  timeFormat: Intl.DateTimeFormat;
};

/** One receipt: sealed it has no more than an amount and a time, opened it has a name. */
export const ReceiptRow = memo(function ReceiptRow(props: ReceiptRowProps) {
  const t = useTranslate();
  const { annotation, content, hadAlarm, isKept, isNew, locale, receipt, showsCard, wasOpened } =
    props;
  const { amount, card, currency, kind, paymentId } = receipt;
  const money = formatMoney({ amount, currency }, locale);
  return (
    <Link
      {...walletLink(`/wallet/receipts/${paymentId}`)}
      className="-mx-2 flex items-center gap-3 px-2 py-3.5 transition-colors hover:bg-slip"
    >
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2 font-medium">
          {content ? (
            <bdi data-stored="receipt.shop" className="truncate">
              {content.merchantName}
            </bdi>
          ) : (
            <Sealed what={t(sealedWords[kind][isKept ? "kept" : "sealed"])} />
          )}
          {content ? <VerdictMark receipt={receipt} content={content} /> : null}
          {hadAlarm && !content ? <AlarmMark title={t("Do not rely on this receipt")} /> : null}
          {kind === "refund" ? <RefundTag /> : null}
          {isNew ? <span className={newTag}>{t("New")}</span> : null}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span data-stored="payment.created_at">{describeTime(props, t)}</span>
          {wasOpened && !content && !isKept ? <span>{t("Opened before")}</span> : null}
          {showsCard ? (
            <span data-stored="wallet.card_name">
              {titleCard(card, t)} {card.last4}
            </span>
          ) : null}
        </span>
        <RefundLine {...props} />
        {annotation ? <NoteLine annotation={annotation} /> : null}
      </span>
      <span className="shrink-0 text-right">
        <span
          data-stored="payment.amount"
          className={`block font-medium ${kind === "refund" ? "text-pine" : ""}`}
        >
          {kind === "refund" ? `+${money}` : money}
        </span>
        <span className="block text-sm">
          <Status {...props} />
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  );
});

const newTag = "shrink-0 bg-pine px-1.5 text-2xs font-semibold text-on-pine";

/**
 * An opened receipt has the shop's time, as its paper does, with the reader's where they differ. Of a sealed
 * one only the moment of the payment is known.
 */
function describeTime(
  { receipt, content, day, locale, timeFormat }: ReceiptRowProps,
  t: Translate,
): string {
  if (!content) return timeFormat.format(new Date(receipt.createdAt));
  const { timeZone } = timeFormat.resolvedOptions();
  const style = findShopDay(content) === day ? zonedClock : zonedTime;
  const shopTime = formatShopTime(content, locale, style);
  const readerTime = formatReaderTime(content, { locale, timeZone });
  return readerTime === undefined
    ? shopTime
    : t("{shopTime} ({readerTime} your time)", { shopTime, readerTime });
}

function Status({ content, isKept, receipt }: ReceiptRowProps) {
  const t = useTranslate();
  const { card, receiptStatus } = receipt;
  if (content) return <ReceiptStatusMark status="opened" t={t} />;
  if (isKept) return <span className="text-opened">{t("On this device")}</span>;
  const isHere = findOpeningKey(card, receipt) !== undefined;
  if (receiptStatus !== "sealed" || isHere)
    return <ReceiptStatusMark status={receiptStatus} t={t} />;
  const isOfLostPhone = isSealedToLostPhone(receipt);
  return (
    <span className="text-muted">
      {isOfLostPhone ? t("Lost phone’s key") : t("Key not on this device")}
    </span>
  );
}

type VerdictMarkProps = { receipt: WalletReceipt; content: SealedContent };

/** Whether something contradicts it, or the merchant signed it, and this wallet had seen the key before. */
function VerdictMark({ receipt, content }: VerdictMarkProps) {
  const t = useTranslate();
  const checked = useVerdict({ paymentId: receipt.paymentId, content, receipt });
  if (!checked) return null;
  const { verdict } = checked;
  const [alarm] = checked.alarms;
  if (alarm) return <AlarmMark title={alarm.title} />;
  if (verdict?.signature?.state !== "valid") return null;
  const isSeen = verdict.signer?.kind === "seen";
  return (
    <BadgeCheck
      aria-label={isSeen ? t("Signed with a known key") : t("Signed with a new key")}
      role="img"
      className={`size-4 shrink-0 ${isSeen ? "text-pine" : "text-muted"}`}
    />
  );
}

function AlarmMark({ title }: { title: string }) {
  return <TriangleAlert aria-label={title} role="img" className="size-4 shrink-0 text-alarm" />;
}

function RefundTag() {
  const t = useTranslate();
  return (
    <span className="inline-flex shrink-0 items-center gap-1 border border-current px-1.5 text-2xs text-pine">
      <Undo2 aria-hidden="true" className="size-3" />
      {t("Refund")}
    </span>
  );
}

/** What a refund is for, and what came back of a sale. */
function RefundLine({ locale, receipt, sale, soldBy }: ReceiptRowProps) {
  const t = useTranslate();
  const { amount, currency, kind, refundedAmount } = receipt;
  if (kind === "refund") {
    return (
      <span className="block truncate text-sm text-muted">
        {sale
          ? t("For the receipt of {date}", { date: formatDay(sale.createdAt, locale) })
          : t("For an earlier receipt")}
        {soldBy === undefined ? null : (
          <>
            , <bdi data-stored="receipt.shop">{soldBy}</bdi>
          </>
        )}
      </span>
    );
  }
  if (refundedAmount === 0) return null;
  const money = formatMoney({ amount: refundedAmount, currency }, locale);
  return (
    <span className="block truncate text-sm text-pine">
      {refundedAmount >= amount ? t("Refunded in full") : t("{money} refunded", { money })}
    </span>
  );
}

function NoteLine({ annotation: { isBusiness, tags } }: { annotation: Annotation }) {
  const t = useTranslate();
  if (!isBusiness && tags.length === 0) return null;
  return (
    <span data-stored="wallet.note" className="mt-1 flex flex-wrap gap-1.5 text-2xs">
      {isBusiness ? (
        <span className="border border-pine px-1.5 font-semibold text-pine">{t("Business")}</span>
      ) : null}
      {tags.map((tag) => (
        <bdi key={tag} className="max-w-full truncate border border-line bg-copy px-1.5 text-muted">
          {tag}
        </bdi>
      ))}
    </span>
  );
}

function Sealed({ what }: { what: string }) {
  return (
    <>
      <span aria-hidden="true" className="tracking-widest text-muted select-none">
        ▒▒▒▒▒▒▒▒
      </span>
      <span className="sr-only">{what}</span>
    </>
  );
}

const sealedWords = {
  sale: { kept: "Kept receipt", sealed: "Sealed receipt" },
  refund: { kept: "Kept credit note", sealed: "Sealed credit note" },
} as const satisfies Record<WalletReceipt["kind"], Record<string, PlainSentence>>;
