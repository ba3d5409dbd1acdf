import { limiterFor } from "#lib/limits/limiter.ts";

const hourly = { name: "audit-repeats", points: 1, seconds: 60 * 60 };

/**
 * Counts events that a client can repeat at no cost, such as attempts that are refused unchecked. Returns how
 * many there were within the hour if that belongs in the trail: at the first, the tenth, the hundredth, and
 * so on, so that no client can flood it.
 */
export async function countRepeats(key: string): Promise<number | undefined> {
  const { consumedPoints } = await limiterFor(hourly).penalty(key);
  return /^10*$/.test(String(consumedPoints)) ? consumedPoints : undefined;
}
