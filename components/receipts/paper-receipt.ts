import { createDayOf } from "#lib/core/calendar-day.ts";
import { parseDateTime } from "#lib/core/date-time.ts";
import { isTimeZone } from "#lib/core/locale.ts";
import { checkLogoUri } from "#lib/core/logo.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";

/** An amount in the currency's smallest unit, and as it is printed. */
export type PaperMoney = { amount: number; text: string };

/** The shop's logo on the paper; a link or an invalid picture is neither fetched nor shown. */
export function readLogo({ merchantLogo }: OpenedReceipt): string | undefined {
  if (typeof merchantLogo !== "string") return undefined;
  const check = checkLogoUri(merchantLogo);
  return check.state === "valid" ? check.uri : undefined;
}

/** Countries that write the postal code before the town. */
const codeFirst = new Set(
  "AT BE BG CH CL CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MX NL NO PL PT RO RS SE SI SK TR".split(
    " ",
  ),
);

/** Street, town, and, where it is named, the country: one line each, without those that are missing. */
export function listAddressLines(receipt: OpenedReceipt, namesCountry = true): string[] {
  const { merchantStreet, merchantCity, merchantState, merchantPostalCode } = receipt;
  const country = receipt.merchantCountry;
  const place = [merchantCity, merchantState];
  const isFirst = country !== undefined && codeFirst.has(country.toUpperCase());
  const town = isFirst ? [merchantPostalCode, ...place] : [...place, merchantPostalCode];
  const lines = [merchantStreet, town.filter(isFilled).join(" ")];
  return [...lines, namesCountry ? country : undefined].filter(isFilled);
}

type SaleDate = Pick<OpenedReceipt, "transactionDate" | "transactionTimezone">;

const dateAndTime = { dateStyle: "medium", timeStyle: "short" } as const;

/** A time of day with the name of its zone, if known. */
export const zonedClock = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** The same with its day. */
export const zonedTime = {
  year: "numeric",
  month: "short",
  day: "numeric",
  ...zonedClock,
} as const;

/**
 * When it was paid, by the clock of the shop: in its time zone if the till named one, otherwise as written in
 * the receipt. The reader's own time zone does not matter. With `timeZoneName`, its zone is named, or the
 * offset that the till gave.
 */
export function formatShopTime(
  sale: SaleDate,
  locale: string,
  { timeZoneName, ...style }: Intl.DateTimeFormatOptions = dateAndTime,
): string {
  const shown = readShopClock(sale);
  if (!shown) return sale.transactionDate;

  const { moment, timeZone = "UTC" } = shown;
  const hasZone = shown.timeZone !== undefined;
  const zoneName = hasZone && timeZoneName ? { timeZoneName } : {};
  const text = new Intl.DateTimeFormat(locale, { ...style, ...zoneName, timeZone }).format(moment);
  if (hasZone || !timeZoneName) return text;
  return [text, nameOffset(sale.transactionDate)].filter(isFilled).join(" ");
}

/** The calendar day (`YYYY-MM-DD`) by the same clock; undefined if it is not known. */
export function findShopDay(sale: SaleDate): string | undefined {
  const shown = readShopClock(sale);
  return shown && createDayOf(shown.timeZone ?? "UTC")(shown.moment);
}

/** What the shop's clock showed: in its time zone, or, without one, as if that were UTC. */
function readShopClock({
  transactionDate,
  transactionTimezone,
}: SaleDate): { moment: Date; timeZone: string | undefined } | undefined {
  const moment = readMoment(transactionDate);
  const onTheWall = parseDateTime(transactionDate.replace(offset, ""));
  if (!moment || !onTheWall) return undefined;

  const hasZone = offset.test(transactionDate) && isTimeZone(transactionTimezone);
  return hasZone
    ? { moment, timeZone: transactionTimezone }
    : { moment: onTheWall, timeZone: undefined };
}

/** In the format of `timeZoneName: "short"`: "UTC", "GMT+1", or "GMT-3:30". */
function nameOffset(transactionDate: string): string | undefined {
  const [, text] = offset.exec(transactionDate) ?? [];
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(text ?? "") ?? [];
  if (!sign || Number(hours) + Number(minutes) === 0) return text && "UTC";
  return `GMT${sign}${Number(hours)}${minutes === "00" ? "" : `:${minutes}`}`;
}

/**
 * The same moment by the reader's clock, with the date if it differs. Undefined if both clocks agree, or if
 * the till sent no offset.
 */
export function formatReaderTime(
  sale: SaleDate,
  { locale, timeZone }: { locale: string; timeZone: string },
): string | undefined {
  const moment = readMoment(sale.transactionDate);
  if (!moment || !offset.test(sale.transactionDate)) return undefined;

  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(moment);
  if (write(dateAndTime) === formatShopTime(sale, locale)) return undefined;
  const day = { dateStyle: "medium" } as const;
  const isSameDay = write(day) === formatShopTime(sale, locale, day);
  return write(isSameDay ? { timeStyle: "short" } : dateAndTime);
}

/** A till that does not know the time sends the year 1: it stays as it was sent, since "Jan 1, 1" looks like a day. */
function readMoment(transactionDate: string): Date | undefined {
  return transactionDate < "1900" ? undefined : parseDateTime(transactionDate);
}

const offset = /(Z|[+-]\d\d(:?\d\d)?)$/;

/** The end of a warranty, such as "March 2028"; undefined where findWarrantyEnd finds none. */
export function formatWarrantyEnd(
  sale: SaleDate,
  { months, locale }: { months: number; locale: string },
): string | undefined {
  const end = findWarrantyEnd(sale, months);
  if (end === undefined) return undefined;
  const style = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, style).format(new Date(end));
}

/**
 * The end of a warranty as a calendar day (`YYYY-MM-DD`), in months from the day of the sale by the shop's clock.
 * Undefined if that day is not known.
 */
export function findWarrantyEnd(sale: SaleDate, months: number): string | undefined {
  const [year, month, day] = findShopDay(sale)?.split("-").map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  // January 31 and one month is February 28.
  const daysOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(day, daysOfMonth)));
  return end.toISOString().slice(0, 10);
}

export function isMock({ mock }: LineItem): boolean {
  return mock === true;
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}
