"use client";

import { TextField } from "#components/ui/text-field.tsx";
import { useTimeSettings } from "#components/ui/time-settings.ts";
import { fromZonedText, toZonedText } from "#components/ui/zoned-time.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";

type SinceFieldProps = {
  /** As `<input type="datetime-local">` has it. */
  text: string;
  onChange: (text: string) => void;
};

/** The time from which events are sent again, in the reader's zone. */
export function SinceField({ text, onChange }: SinceFieldProps) {
  const { timeZone } = useTimeSettings();
  return (
    <TextField
      label="Since"
      type="datetime-local"
      min={toZonedText(earliest(), timeZone)}
      max="2999-12-31T23:59"
      value={text}
      error={readSince(text, timeZone).error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type Since = { at: string; error?: undefined } | { at?: undefined; error: string };

/** The time in a field, ISO 8601, or why it is none. */
export function readSince(text: string, timeZone: string | undefined): Since {
  const at = fromZonedText(text, timeZone);
  if (Number.isNaN(at)) return { error: "must be a date and a time" };
  if (at > Date.now()) return { error: "must not be in the future" };
  if (at < earliest()) return { error: `must be within the last ${EVENT_DAYS} days` };
  return { at: new Date(at).toISOString() };
}

/** The nearest time that the field takes, and whether that is a later one. In milliseconds. */
export function clampSince(at: number): { at: number; isCut: boolean } {
  // The field has whole minutes, and time passes while the form is open.
  const first = earliest() + MARGIN_MS;
  return { at: Math.max(at, first), isCut: at < first };
}

const MARGIN_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

function earliest(): number {
  return Date.now() - EVENT_DAYS * DAY_MS;
}
