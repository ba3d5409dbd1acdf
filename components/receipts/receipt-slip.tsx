import { QrCode } from "#components/ui/qr-code.tsx";
import type { StoredValue } from "#lib/core/data-inventory.ts";
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
  /** What the service has instead, where the page knows that. */
  ciphertext?: string | undefined;
  /** Into the reader's language; a parameter, since this is rendered where there is no context, too. */
  t?: Translate;
};

/** A receipt as the cardholder reads it. The merchant's texts may run in either direction. */
export function ReceiptSlip({
  receipt,
  locale = "en-US",
  full = false,
  hidesCode = false,
  ciphertext = "",
  t = english,
  ...options
}: ReceiptSlipProps) {
  const { kind, receiptId } = receipt;
  const paper = describeReceipt(receipt, { ...options, locale, t, namesCountry: full });
  return (
    <div
      data-ciphertext={ciphertext}
      className="flex h-full flex-col overflow-x-clip font-mono text-xs"
    >
      <Head lines={paper.head} logo={readLogo(receipt)} t={t} />
      {paper.items.length > 0 ? <Items items={paper.items} /> : null}
      <Note text={paper.itemsNote} />
      <Sums sums={paper.sums} />
      <Note text={paper.sumsNote} />
      {paper.taxTable ? (
        <div data-stored="receipt.sums" className={section}>
          <TaxRows table={paper.taxTable} />
        </div>
      ) : null}
      <div className={`${section} space-y-1 text-muted`}>
        {keyed(paper.facts).map(({ key, line: { label, value } }) => (
          <Row
            key={key}
            label={label}
            value={value}
            stored={value === receiptId ? "payment.receipt_id" : "receipt.details"}
          />
        ))}
      </div>
      {paper.policy.length > 0 ? (
        <div data-stored="receipt.details" className={`${section} text-pretty text-muted`}>
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
      {banner ? (
        <p data-stored={storedOfHead.banner} className={headLooks.banner}>
          {banner.text}
        </p>
      ) : null}
      <div className="text-center break-words whitespace-pre-wrap">
        {logo ? (
          <div data-stored="receipt.shop" className="mx-auto mb-3 w-fit">
            {/* White like paper: a dark logo on no background would vanish on a dark screen. */}
            {/* biome-ignore lint/performance/noImgElement: a data URI has nothing to optimize */}
            <img
              src={logo}
              alt={shop ? t("Logo of {shop}", { shop: shop.text }) : t("Logo of the shop")}
              className="max-h-20 max-w-40 bg-[white] p-1.5"
            />
          </div>
        ) : null}
        {keyed(lines.filter((line) => line !== banner)).map(({ key, line: { kind, text } }) => (
          <p key={key} dir="auto" data-stored={storedOfHead[kind]} className={headLooks[kind]}>
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
  shop: "mx-auto mb-1 w-fit text-sm font-semibold tracking-wide uppercase",
  address: "mx-auto w-fit text-balance text-muted",
  detail: "mx-auto w-fit text-muted",
  time: "mx-auto w-fit text-muted",
};

/** Beside the envelope, the service has the time of a receipt, and whether it is a refund. */
const storedOfHead: Record<HeadLine["kind"], StoredValue> = {
  banner: "payment.refund_of",
  shop: "receipt.shop",
  address: "receipt.shop",
  detail: "receipt.shop",
  time: "payment.transaction_at",
};

function Items({ items }: { items: readonly ItemLine[] }) {
  return (
    <ul className={`${section} space-y-2`}>
      {keyed(items).map(({ key, line: { details, discount, factors, label, price, taxCode } }) => (
        <li key={key}>
          <Row
            label={label}
            value={taxCode ? `${price.text} ${taxCode}` : price.text}
            stored="receipt.items"
          />
          <div className="pl-3 wrap-anywhere text-muted empty:hidden">
            {factors ? (
              <p data-stored="receipt.items">
                <bdi dir="auto">{factors}</bdi>
              </p>
            ) : null}
            {discount ? (
              <Row
                label={discount.label}
                value={discount.money?.text ?? ""}
                stored="receipt.items"
              />
            ) : null}
            {keyed(details).map((detail) => (
              <p key={detail.key} data-stored="receipt.items" className="text-2xs">
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
    <div data-stored="receipt.details" className={`${section} text-muted`}>
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
          <Row
            label={label}
            value={money.text}
            stored={role === "total" ? "payment.amount" : "receipt.sums"}
          />
        </div>
      ))}
    </div>
  );
}

const sumLooks: Partial<Record<SumLine["role"], string>> = {
  total: "pt-1 text-base font-semibold",
  part: "text-muted",
};

type RowProps = { label: string; value: string; stored: StoredValue };

/** A sealed line has its label in the envelope as well. */
function Row({ label, value, stored }: RowProps) {
  const isSealed = stored.startsWith("receipt.");
  return (
    <p className="flex justify-between gap-3">
      <span
        data-stored={isSealed ? stored : undefined}
        className="min-w-0 wrap-anywhere whitespace-pre-wrap"
      >
        <bdi dir="auto">{label}</bdi>
      </span>
      <span data-stored={stored} className="max-w-[65%] shrink-0 text-right wrap-anywhere">
        <bdi dir="auto">{value}</bdi>
      </span>
    </p>
  );
}
