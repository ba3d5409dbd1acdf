const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The service tells days, not moments, and counts them in UTC. ISO 8601 in. */
export function formatDay(at: string): string {
  return day.format(new Date(at));
}
