import type { ReactNode } from "react";
import { type KnownLine, listKnownLines } from "#components/receipts/known-lines.ts";
import { KnownPaper } from "#components/receipts/known-paper.tsx";
import { formatRate } from "#components/terminal/shop-money.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { Totals } from "#lib/terminal/totals.ts";
import { useLatestEnvelope } from "./sealed-twin.tsx";
import type { OwnPayment } from "./use-visit.ts";
import { formatVisitTime, counterShop as shop } from "./visit-counter.ts";

/** Two things side by side, each with its owner above it. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid w-full grid-cols-2 items-start gap-[4vw]">{children}</div>;
}

export function Side({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 text-muted">{name}</figcaption>
      {children}
    </figure>
  );
}

/** What the till rings up. */
export function BasketPaper({ totals }: { totals: Totals }) {
  return (
    <Slip>
      <KnownPaper lines={listBasketLines(totals)} reader="cardholder" />
    </Slip>
  );
}

type HiddenPaperProps = { payment: OwnPayment; totals: Totals | undefined };

/** What the service has of a receipt that is not opened. */
export function HiddenPaper({ payment, totals }: HiddenPaperProps) {
  const locale = useLocale();
  const time = formatVisitTime(payment.createdAt, locale);
  const lines = totals ? listBasketLines(totals, time) : [];
  const isEscrowed = payment.receiptStatus === "escrowed";
  return (
    <Slip paper="copy">
      <KnownPaper lines={lines} reader="service" isEscrowed={isEscrowed} />
      <Ciphertext text={payment.envelope.ciphertextStart} />
    </Slip>
  );
}

/** The opened receipt in short, for one of its readers. */
export function OpenedPaper({
  receipt,
  reader,
}: {
  receipt: OpenedReceipt;
  reader: "cardholder" | "service";
}) {
  const lines = listKnownLines(receipt, useLocale()).filter(({ part }) =>
    shortParts.includes(part),
  );
  const envelope = useLatestEnvelope();
  return (
    <div className={reader === "cardholder" ? "motion-safe:animate-unfold" : ""}>
      <Slip paper={reader === "cardholder" ? "slip" : "copy"}>
        <KnownPaper lines={lines} reader={reader} />
        {reader === "service" && envelope ? <Ciphertext text={envelope.ciphertext} /> : null}
      </Slip>
    </div>
  );
}

const shortParts: readonly KnownLine["part"][] = ["shop", "detail", "time", "item", "sum", "total"];

function Ciphertext({ text }: { text: string }) {
  return (
    <p className="mt-[0.5em] line-clamp-2 border-t border-dashed border-line pt-[0.5em] font-mono break-all text-muted">
      <span className="sr-only">Ciphertext: </span>
      {text}
    </p>
  );
}

function listBasketLines({ lines, taxes, total }: Totals, time?: string): KnownLine[] {
  const { currency, locale } = shop;
  const write = (amount: number) => formatMoney({ amount, currency }, locale);
  return [
    { part: "shop", label: shop.merchantName, isKnown: false },
    ...(time ? [{ part: "time", label: time, isKnown: true } as const] : []),
    ...lines.map(
      ({ item, total: price }): KnownLine => ({
        part: "item",
        label: item.name,
        value: write(price),
        isKnown: false,
      }),
    ),
    ...taxes.map(
      ({ taxClass: { label, rate }, tax }): KnownLine => ({
        part: "sum",
        label: `${label} ${formatRate(rate, locale)}`,
        value: write(tax),
        isKnown: false,
      }),
    ),
    { part: "total", label: "Total", value: write(total), isKnown: true },
  ];
}
