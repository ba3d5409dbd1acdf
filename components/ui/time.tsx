"use client";

import { formatRelativeTime, useNow } from "./relative-time.ts";
import { type TimeFormats, useTimeFormats } from "./time-settings.ts";

type TimeProps = {
  /** ISO 8601. */
  at: string;
  /**
   * `relative` with the exact time as its title, or the other way round. `listed` is exact, for a list whose
   * heading has the `ZoneName`.
   */
  as?: "relative" | "exact" | "listed";
};

/** A moment, in the zone and the form that the reader has chosen. */
export function Time({ at, as = "relative" }: TimeProps) {
  const { now, formats, moment } = useMoment(at);
  const relative = formatRelativeTime(moment.getTime(), now, formats.date);
  const exact = formats.exact.format(moment);
  const listed = () => `${formats.listed.format(moment)}${otherZone(formats, moment, now)}`;
  return (
    <time
      dateTime={at}
      title={as === "relative" ? exact : relative}
      className="md:whitespace-nowrap tabular-nums"
      // The server is in another time zone, and renders a little earlier.
      suppressHydrationWarning
    >
      {as === "relative" ? relative : as === "listed" ? listed() : exact}
    </time>
  );
}

/** With seconds: calls within one minute must be distinguishable. For columns whose heading has the `ZoneName`. */
export function ClockTime({ at }: { at: string }) {
  const { now, formats, moment } = useMoment(at);
  return (
    <time
      dateTime={at}
      title={`${formats.exact.format(moment)}, ${formatRelativeTime(moment.getTime(), now, formats.date)}`}
      className="md:whitespace-nowrap tabular-nums"
    >
      <DayAndClock {...{ formats, moment, now }} />
    </time>
  );
}

/** How long ago, above the clock time; on a phone without it. For columns whose heading has the `ZoneName`. */
export function AgeAndTime({ at }: { at: string }) {
  const { now, formats, moment } = useMoment(at);
  return (
    <time
      dateTime={at}
      title={formats.exact.format(moment)}
      className="block md:whitespace-nowrap tabular-nums"
    >
      {formatRelativeTime(moment.getTime(), now, formats.date)}
      <span className="block text-2xs text-muted max-md:hidden">
        <DayAndClock {...{ formats, moment, now }} />
      </span>
    </time>
  );
}

/** The reader's time zone now, for the heading of a list of times. */
export function ZoneName() {
  const now = useNow();
  return <span className="font-normal">{zoneOf(useTimeFormats(), now)}</span>;
}

type Moment = { formats: TimeFormats; moment: Date; now: number };

function useMoment(at: string): Moment {
  return { now: useNow(), formats: useTimeFormats(), moment: new Date(at) };
}

function DayAndClock({ formats, moment, now }: Moment) {
  return (
    <>
      <span className="text-muted">{formats.day.format(moment)}</span>{" "}
      {formats.clock.format(moment)}
      {otherZone(formats, moment, now)}
    </>
  );
}

/** The zone of a moment that has another one than the heading, before or after the clocks changed. */
function otherZone(formats: TimeFormats, moment: Date, now: number): string {
  const zone = zoneOf(formats, moment);
  return zone === zoneOf(formats, now) ? "" : ` ${zone}`;
}

function zoneOf({ exact }: TimeFormats, moment: Date | number): string {
  const parts = exact.formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
