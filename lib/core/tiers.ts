import { z } from "zod";

export const tiers = ["free", "standard", "premium", "enterprise"] as const;
export const rateClasses = ["keyGeneration", "writes", "reads"] as const;

export type Tier = (typeof tiers)[number];
export type RateClass = (typeof rateClasses)[number];
export type RateLimits = {
  tiers: Record<Tier, Record<RateClass, number>>;
  /** For calls without a valid key. */
  perAddress: number;
  /** Pages to be rendered, for one address. */
  pages: number;
  /** New wallet PINs within an hour, from one address. */
  newPins: number;
  visits: VisitLimits;
};

/** The limits for visitors of the demo. */
type VisitLimits = {
  /** New visits within ten minutes, from one address and from all. */
  perAddress: number;
  total: number;
  /** Open at the same time. */
  open: number;
  /** Per visit. */
  payments: number;
};

/** Keys of one organization and environment, and visits from one address, share this many times the limit of one. */
export const CALLERS_AT_FULL_RATE = 10;

/** Requests per minute, per key and class of endpoint. No other code repeats these numbers. */
export const defaultRateLimits: RateLimits = {
  tiers: {
    free: { keyGeneration: 10, writes: 60, reads: 120 },
    standard: { keyGeneration: 60, writes: 600, reads: 1_200 },
    premium: { keyGeneration: 300, writes: 6_000, reads: 12_000 },
    enterprise: { keyGeneration: 3_000, writes: 600_000, reads: 600_000 },
  },
  perAddress: 300,
  // A person opens ten pages a minute; one takes some 10 ms, so that all take a twentieth of a process. Parts of
  // `/docs/reference` take 50 ms, and a quarter.
  pages: 300,
  newPins: 100,
  visits: { perAddress: 30, total: 600, open: 2_000, payments: 30 },
};

const limit = z.int().min(1);

/** What RATE_LIMITS may hold: any part of the table; the rest keeps its default. */
export const rateLimitOverride = z
  .strictObject({
    tiers: z.partialRecord(z.enum(tiers), z.partialRecord(z.enum(rateClasses), limit)),
    perAddress: limit,
    pages: limit,
    newPins: limit,
    visits: z.partialRecord(z.enum(["perAddress", "total", "open", "payments"]), limit),
  })
  .partial()
  .transform(
    (override): RateLimits => ({
      tiers: Object.fromEntries(
        tiers.map((tier) => [
          tier,
          { ...defaultRateLimits.tiers[tier], ...override.tiers?.[tier] },
        ]),
      ) as RateLimits["tiers"],
      perAddress: override.perAddress ?? defaultRateLimits.perAddress,
      pages: override.pages ?? defaultRateLimits.pages,
      newPins: override.newPins ?? defaultRateLimits.newPins,
      visits: { ...defaultRateLimits.visits, ...override.visits },
    }),
  );
