import { z } from "zod";

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** An ISO 8601 date-time; seconds and offset are optional. The text stays as it was sent. */
// No `format`: the `date-time` of JSON Schema is that of RFC 3339, which requires both.
export const dateTimeText = z
  .string()
  .refine(
    (text) => parseDateTime(text) !== undefined,
    "must be an ISO 8601 date-time such as 2026-11-20T09:30:00+01:00",
  )
  .meta({ pattern: pattern.source });

/** A moment in a query: the same text, a `Date` in the service. */
export const dateTimeInput = z
  .string()
  // Decoding a query turns the plus of an offset into a space.
  .refine((text) => !/T[\d:.,]+ \d\d/.test(text), {
    error: "has a space in its offset; a plus is written as %2B in a query",
    abort: true,
  })
  .pipe(dateTimeText)
  .transform((text) => parseDateTime(text) ?? new Date(Number.NaN))
  .meta({ pattern: pattern.source });

/** A moment in an answer: ISO 8601 in UTC on the wire, a `Date` in the service. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Without an offset it is UTC, wherever the service runs. */
export function parseDateTime(text: string): Date | undefined {
  const parts = pattern.exec(text);
  if (!parts) return undefined;

  const [, year, month, day, hour, minute, second = "00", fraction = "0", offset = "Z"] = parts;
  const date = `${year}-${month}-${day}`;
  const milliseconds = fraction.slice(0, 3).padEnd(3, "0");
  const time = `${hour}:${minute}:${second}.${milliseconds}`;
  const moment = new Date(`${date}T${time}${withColon(offset)}`);
  if (Number.isNaN(moment.getTime())) return undefined;
  // Every month has 28 days.
  return Number(day) <= 28 || isCalendarDay(date) ? moment : undefined;
}

/** The same for a column. Null where UTC has another year than four digits write. */
export function findMoment(text: string): Date | null {
  const moment = parseDateTime(text);
  const year = moment?.getUTCFullYear() ?? 0;
  return moment && year >= 1 && year <= 9999 ? moment : null;
}

function withColon(offset: string): string {
  if (offset.length === 3) return `${offset}:00`;
  return offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
}

/** `Date` silently moves February 30 into March. */
function isCalendarDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
