import { offsetAt } from "./day-bounds.ts";

/**
 * A moment as `<input type="datetime-local">` takes it, in a time zone, or in that of this machine: minutes, no
 * seconds. `at` in milliseconds since 1970.
 */
export function toZonedText(at: number, timeZone: string | undefined): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, "YYYY-MM-DDTHH:MM".length);
}

/** The moment of such a text in milliseconds since 1970; NaN for an incomplete one. */
export function fromZonedText(text: string, timeZone: string | undefined): number {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  // The offset that holds then, and not a few hours later, when the clocks may have changed.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(guess, timeZone);
}
