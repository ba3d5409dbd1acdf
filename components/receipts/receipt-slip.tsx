import { QrCode } from "#components/ui/qr-code.tsx";
import { english, type Translate } from "#lib/languages/translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { ItemLine } from "./describe-items.ts";
import { describeReceipt, type HeadLine, type SumLine } from "./describe-receipt.ts";
import type { FiscalCode } from "./fiscal-code.ts";
import { readLogo } from "./paper-receipt.ts";
import { TaxRows } from "./tax-rows.tsx";

type ReceiptSlipProps = {
  receipt: OpenedReceipt;
  /** BCP 47: the reader's format of money and dates. */
  locale?: string;
  /** Of the reader, whose own time is shown below the shop's if they differ. */
  timeZone?: string | undefined;
  /** The refunded amount, in the smallest unit: the paper itself cannot know it. */
  refunded?: number;
  /** Whether the time names its zone. */
  namesZone?: boolean;
  /** With parts that only its owner needs: the country, and the receipt's number as a code for the till. */
  full?: boolean;
  /** Leaves that code out. */
  hidesCode?: boolean;
  /** Into the reader's language; a parameter, since this is rendered where there is no context, too. */
  t?: Translate;
};

/** A receipt as the cardholder reads it. The merchant's texts may run in either direction. */
export function ReceiptSlip({
  receipt,
  locale = "en-US",
  full = false,
  hidesCode = false,
  t = english,
  ...options
}: ReceiptSlipProps) {
  const { kind, receiptId } = receipt;
  const paper = describeReceipt(receipt, { ...options, locale, t, namesCountry: full });
  return (
    <div className="flex h-full flex-col overflow-x-clip font-mono text-xs">
      <Head lines={paper.head} logo={readLogo(receipt)} t={t} />
      {paper.items.length > 0 ? <Items items={paper.items} /> : null}
      <Note text={paper.itemsNote} />
      <Sums sums={paper.sums} />
      <Note text={paper.sumsNote} />
      {paper.taxTable ? (
        <div className={section}>
          <TaxRows table={paper.taxTable} />
        </div>
      ) : null}
      <div className={`${section} space-y-1 text-muted`}>
        {keyed(paper.facts).map(({ key, line: { label, value } }) => (
          <Row key={key} label={label} value={value} />
        ))}
      </div>
      {paper.policy.length > 0 ? (
        <div className={`${section} text-pretty text-muted`}>
          <Lines lines={paper.policy} />
        </div>
      ) : null}
      {paper.fiscal ? <Fiscal code={paper.fiscal} t={t} /> : null}
      {full && !hidesCode && kind !== "refund" ? (
        <div className="mt-5 flex flex-col items-center gap-2">
          <QrCode
            text={receiptId}
            label={t("QR code of the receipt number {receiptId}", { receiptId })}
            className="size-28"
          />
          <p className="text-2xs text-muted">{t("For returns, show this code.")}</p>
        </div>
      ) : null}
    </div>
  );
}

const section = "mt-4 border-t border-dashed border-line pt-4";

// Tills repeat names and ids of lines, and a receipt never changes its order.
function keyed<Line>(lines: readonly Line[]): { key: string; line: Line }[] {
  return lines.map((line, place) => ({ key: `line-${place}`, line }));
}

type HeadProps = { lines: readonly HeadLine[]; logo: string | undefined; t: Translate };

function Head({ lines, logo, t }: HeadProps) {
  const banner = lines.find(({ kind }) => kind === "banner");
  const shop = lines.find(({ kind }) => kind === "shop");
  return (
    <>
      {banner ? <p className={headLooks.banner}>{banner.text}</p> : null}
      <div className="text-center break-words whitespace-pre-wrap">
        {logo ? (
          // White like paper: a dark logo on no background would vanish on a dark screen.
          // biome-ignore lint/performance/noImgElement: a data URI has nothing to optimize
          <img
            src={logo}
            alt={shop ? t("Logo of {shop}", { shop: shop.text }) : t("Logo of the shop")}
            className="mx-auto mb-3 max-h-20 max-w-40 bg-[white] p-1.5"
          />
        ) : null}
        {keyed(lines.filter((line) => line !== banner)).map(({ key, line: { kind, text } }) => (
          <p key={key} dir="auto" className={headLooks[kind]}>
            {text}
          </p>
        ))}
      </div>
    </>
  );
}

const headLooks: Record<HeadLine["kind"], string> = {
  banner:
    "mb-4 border-y border-dashed border-line py-2 text-center text-base font-semibold tracking-[0.2em] uppercase",
  shop: "mb-1 text-sm font-semibold tracking-wide uppercase",
  address: "text-balance text-muted",
  detail: "text-muted",
};

function Items({ items }: { items: readonly ItemLine[] }) {
  return (
    <ul className={`${section} space-y-2`}>
      {keyed(items).map(({ key, line: { details, discount, factors, label, price, taxCode } }) => (
        <li key={key}>
          <Row label={label} value={taxCode ? `${price.text} ${taxCode}` : price.text} />
          <div className="pl-3 wrap-anywhere text-muted empty:hidden">
            {factors ? (
              <p>
                <bdi dir="auto">{factors}</bdi>
              </p>
            ) : null}
            {discount ? <Row label={discount.label} value={discount.money?.text ?? ""} /> : null}
            {keyed(details).map((detail) => (
              <p key={detail.key} className="text-2xs">
                <bdi dir="auto">{detail.line}</bdi>
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** As text and as a code, in the merchant's words. */
function Fiscal({ code: { label, lines, qr }, t }: { code: FiscalCode; t: Translate }) {
  return (
    <div className={`${section} text-muted`}>
      <Lines lines={[label]} />
      <div className="text-2xs empty:hidden">
        <Lines lines={lines} />
      </div>
      {qr === undefined ? null : (
        // Long codes have small modules, which a camera has to tell apart.
        <QrCode
          text={qr}
          label={t("QR code of {label}", { label })}
          className={`mx-auto mt-3 ${qr.length > 100 ? "size-48" : "size-32"}`}
        />
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return keyed(lines).map(({ key, line }) => (
    <p key={key} dir="auto" className="wrap-anywhere">
      {line}
    </p>
  ));
}

function Note({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="mt-3 text-pretty text-muted">{text}</p>;
}

function Sums({ sums }: { sums: readonly SumLine[] }) {
  return (
    <div className={`${section} space-y-1`}>
      {keyed(sums).map(({ key, line: { label, money, role } }) => (
        <div key={key} className={sumLooks[role] ?? ""}>
          <Row label={label} value={money.text} />
        </div>
      ))}
    </div>
  );
}

const sumLooks: Partial<Record<SumLine["role"], string>> = {
  total: "pt-1 text-base font-semibold",
  part: "text-muted",
};

function Row({ label, value }: { label: string; value: string }) {
  return (
    <p className="flex justify-between gap-3">
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        <bdi dir="auto">{label}</bdi>
      </span>
      <span className="max-w-[65%] shrink-0 text-right wrap-anywhere">
        <bdi dir="auto">{value}</bdi>
      </span>
    </p>
  );
}
