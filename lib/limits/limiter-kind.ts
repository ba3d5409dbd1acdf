import type { RateLimiterAbstract } from "rate-limiter-flexible";

/** `name` keeps the counts of different purposes apart. */
export type LimiterKind = { name: string; points: number; seconds: number };

export type Limiter = Pick<
  RateLimiterAbstract,
  "consume" | "penalty" | "reward" | "get" | "delete"
>;

export function idOf({ name, points, seconds }: LimiterKind): string {
  return `${name}:${points}:${seconds}`;
}
