import type { ReactNode } from "react";
import { QrCode } from "#components/ui/qr-code.tsx";
import { textOf } from "#lib/browser/send-request.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import {
  formatReaderTime,
  formatShopTime,
  isMock,
  listAddressLines,
  nameTaxLine,
  readLogo,
  readTaxCode,
  readTaxes,
  zonedTime,
} from "./paper-receipt.ts";

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
};

/** A receipt as the cardholder reads it. The merchant's texts may run in either direction. */
export function ReceiptSlip({
  receipt,
  locale = "en-US",
  timeZone,
  refunded = 0,
  namesZone = false,
  full = false,
}: ReceiptSlipProps) {
  const { items = [], kind, receiptId } = receipt;
  const madeUp = items.filter(isMock).length;
  return (
    <div className="flex h-full flex-col overflow-x-clip font-mono text-xs">
      {kind === "refund" ? (
        <p className="mb-4 border-y border-dashed border-line py-2 text-center text-base font-semibold tracking-[0.2em] uppercase">
          Refund
        </p>
      ) : null}
      <Head
        receipt={full ? receipt : { ...receipt, merchantCountry: undefined }}
        locale={locale}
        timeZone={timeZone}
        namesZone={namesZone}
      />
      {items.length > 0 ? <Items receipt={receipt} locale={locale} /> : null}
      {madeUp > 0 ? (
        <p className="mt-3 text-pretty text-muted">
          * made up for this demo: the till sent no items.
        </p>
      ) : null}
      <Sums receipt={receipt} locale={locale} refunded={refunded} />
      <Paid receipt={receipt} />
      {full && kind !== "refund" ? (
        <div className="mt-5 flex flex-col items-center gap-2">
          <QrCode
            text={receiptId}
            label={`QR code of the receipt number ${receiptId}`}
            className="size-28"
          />
          <p className="text-2xs text-muted">For returns, show this code.</p>
        </div>
      ) : null}
    </div>
  );
}

type PartProps = { receipt: OpenedReceipt; locale: string };

type HeadProps = PartProps & { timeZone: string | undefined; namesZone: boolean };

function Head({ receipt, locale, timeZone, namesZone }: HeadProps) {
  const { merchantTaxId, merchantContactEmail } = receipt;
  const readerTime = timeZone && formatReaderTime(receipt, { locale, timeZone });
  const logo = readLogo(receipt);
  return (
    <div className="text-center break-words">
      {logo ? (
        // White like paper: a dark logo on no background would vanish on a dark screen.
        // biome-ignore lint/performance/noImgElement: a data URI has nothing to optimize
        <img
          src={logo}
          alt={`Logo of ${receipt.merchantName}`}
          className="mx-auto mb-3 max-h-20 max-w-40 bg-[white] p-1.5"
        />
      ) : null}
      <p dir="auto" className="text-sm font-semibold tracking-wide uppercase">
        {receipt.merchantName}
      </p>
      <p dir="auto" className="mt-1 text-balance text-muted">
        {listAddressLines(receipt).join(", ")}
      </p>
      {merchantContactEmail ? <p className="text-muted">{merchantContactEmail}</p> : null}
      {merchantTaxId ? <p className="text-muted">Tax ID {merchantTaxId}</p> : null}
      <p className="text-muted">
        {formatShopTime(receipt, locale, namesZone ? zonedTime : undefined)}
      </p>
      {readerTime ? <p className="text-muted">{readerTime} your time</p> : null}
    </div>
  );
}

function Items({ receipt, locale }: PartProps) {
  const { items = [], currency } = receipt;
  const codes = new Set(readTaxes(receipt).lines.map(({ code }) => code));
  const money = (amount: number) => formatMoney({ amount, currency }, locale);
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const suffix = (item: LineItem) => {
    const code = readTaxCode(item);
    return code !== undefined && codes.has(code) ? ` ${code}` : "";
  };
  // Tills repeat line ids, and a receipt never changes its order.
  const lines = items.map((item, place) => ({ item, key: `line-${place}` }));
  return (
    <ul className="mt-4 space-y-2 border-t border-dashed border-line pt-4">
      {lines.map(({ item, key }) => (
        <li key={key}>
          <Row
            label={
              <>
                <bdi dir="auto">{item.name}</bdi>
                {isMock(item) ? "*" : null}
              </>
            }
            value={money(item.totalPrice) + suffix(item)}
          />
          {item.quantity === 1 ? null : (
            <p className="pl-3 text-muted">
              {count.format(item.quantity)} × {money(item.unitPrice)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Sums({ receipt, locale, refunded }: PartProps & { refunded: number }) {
  const { currency, subtotal, amount, totalAmount = amount } = receipt;
  const isRefund = receipt.kind === "refund";
  const money = (sum: number) => formatMoney({ amount: sum, currency }, locale);
  const taxes = readTaxes(receipt);
  const taxRows = taxes.lines
    .map((line, place) => ({ line, key: `tax-${place}` }))
    .map(({ line, key }) => (
      <Row key={key} label={nameTaxLine(line, taxes.included, locale)} value={money(line.tax)} />
    ));
  return (
    <div className="mt-4 space-y-1 border-t border-dashed border-line pt-4">
      {subtotal === undefined ? null : <Row label="Subtotal" value={money(subtotal)} />}
      {taxes.included ? null : taxRows}
      {taxes.sum === undefined ? null : <Row label="Tax" value={money(taxes.sum)} />}
      <div className="pt-1 text-base font-semibold">
        <Row
          label={isRefund ? "Refunded" : "Total"}
          value={isRefund ? `+${money(amount)}` : money(totalAmount)}
        />
      </div>
      {isRefund || amount === totalAmount ? null : <Row label="Charged" value={money(amount)} />}
      {refunded === 0 ? null : <Row label="Refunded since" value={money(refunded)} />}
      {taxes.included && taxRows.length > 0 ? (
        <div className="space-y-1 pt-1 text-muted">{taxRows}</div>
      ) : null}
    </div>
  );
}

function Paid({ receipt }: { receipt: OpenedReceipt }) {
  const { cardBrand = "", cardLast4, kind, paymentMethod, receiptId, refundOf } = receipt;
  const reason = textOf(receipt, "reason");
  const brand = textOf(cardBrandNames, cardBrand) ?? cardBrand;
  const card = [brand, cardLast4 ? `•••• ${cardLast4}` : ""].filter(Boolean).join(" ");
  return (
    <div className="mt-4 space-y-1 border-t border-dashed border-line pt-4 text-muted">
      {kind === "refund" && reason ? <Row label="Reason" value={reason} /> : null}
      {card ? <Row label="Card" value={card} /> : null}
      {paymentMethod && !card ? <Row label="Paid with" value={paymentMethod} /> : null}
      <Row label={kind === "refund" ? "Credit note" : "Receipt"} value={receiptId} />
      {typeof refundOf === "string" ? <Row label="For payment" value={refundOf} /> : null}
    </div>
  );
}

function Row({ label, value }: { label: ReactNode; value: string }) {
  return (
    <p className="flex justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="max-w-[65%] shrink-0 text-right wrap-anywhere">{value}</span>
    </p>
  );
}
