/**
 * Moments as calendar days of a time zone, `2026-11-19`. Assembled from parts: how a language orders them differs between
 * browsers and their versions, even where it writes dates as ISO 8601 does.
 */
export function createDayOf(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat("en-US", { ...numeric, timeZone });
  return (moment) => {
    const parts = Object.fromEntries(
      format.formatToParts(moment).map(({ type, value }) => [type, value]),
    );
    return `${parts.year}-${parts.month}-${parts.day}`;
  };
}

const numeric = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
