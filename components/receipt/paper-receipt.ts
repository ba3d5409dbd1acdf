import { parseDateTime } from "#lib/contract/date-time.ts";
import type { LineItem } from "#lib/contract/receipt-fields.ts";

/** What is printed of a receipt; amounts are in the currency's smallest unit. */
export type PaperReceipt = {
  merchantName: string;
  receiptId: string;
  transactionDate: string;
  currency: string;
  amount: number;
  merchantStreet?: string | undefined;
  merchantCity?: string | undefined;
  merchantState?: string | undefined;
  merchantPostalCode?: string | undefined;
  merchantCountry?: string | undefined;
  merchantTaxId?: string | undefined;
  merchantContactEmail?: string | undefined;
  transactionTimezone?: string | undefined;
  paymentMethod?: string | undefined;
  cardBrand?: string | undefined;
  cardLast4?: string | undefined;
  items?: LineItem[] | undefined;
  subtotal?: number | undefined;
  taxAmount?: number | undefined;
  totalAmount?: number | undefined;
  /** No field of the contract: whatever the till sent. */
  pricesIncludeTax?: unknown;
  taxes?: unknown;
};

/** Countries that write the postal code before the town. */
const codeFirst = new Set(
  "AT BE BG CH CL CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MX NL NO PL PT RO RS SE SI SK TR".split(
    " ",
  ),
);

/** Street, town, country: one line each, without those that the till left out. */
export function listAddressLines(receipt: PaperReceipt): string[] {
  const { merchantStreet, merchantCity, merchantState, merchantPostalCode } = receipt;
  const country = receipt.merchantCountry;
  const place = [merchantCity, merchantState];
  const isFirst = country !== undefined && codeFirst.has(country.toUpperCase());
  const town = isFirst ? [merchantPostalCode, ...place] : [...place, merchantPostalCode];
  return [merchantStreet, town.filter(isSaid).join(" "), country].filter(isSaid);
}

/**
 * When it was paid, by the clock of the shop: in its time zone where the till named one, else as it
 * stands in the receipt. The reader's own time zone has no say in it.
 */
export function formatShopTime(
  { transactionDate, transactionTimezone }: PaperReceipt,
  locale: string,
): string {
  const wallClock = transactionDate.replace(/(Z|[+-]\d\d(:?\d\d)?)$/, "");
  const moment = parseDateTime(transactionDate);
  const onTheWall = parseDateTime(wallClock);
  if (!moment || !onTheWall) return transactionDate;

  const zone = isTimeZone(transactionTimezone) ? transactionTimezone : undefined;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone ?? "UTC",
  });
  return format.format(zone ? moment : onTheWall);
}

export function isMock({ mock }: LineItem): boolean {
  return mock === true;
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

function isTimeZone(name: string | undefined): boolean {
  if (!isSaid(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
