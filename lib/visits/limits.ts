import { RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";
import { countOpenVisits } from "./store.ts";

const WINDOW_SECONDS = 10 * 60;
const CROWDED_SECONDS = 60;

/** Counts a visit that is about to begin. Throws `rate_limit_exceeded` with Retry-After. */
export async function takeFromVisitLimits(address: string): Promise<void> {
  const { perAddress, total, open } = config().rateLimits.visits;
  await take({ name: "visits-of-address", points: perAddress, key: addressBlock(address) });
  await take({ name: "visits", points: total, key: "all" });
  if ((await countOpenVisits()) >= open) throw crowded(CROWDED_SECONDS);
}

/** Counts a stranger who is about to look around in a console. Throws the same. */
export async function takeFromGuestLimits(address: string): Promise<void> {
  const { perAddress, total } = config().rateLimits.visits;
  await take({ name: "guests-of-address", points: perAddress, key: addressBlock(address) });
  await take({ name: "guests", points: total, key: "all" });
}

type Count = { name: string; points: number; key: string };

async function take({ name, points, key }: Count): Promise<void> {
  try {
    await limiterFor({ name, points, seconds: WINDOW_SECONDS }).consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw crowded(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
  }
}

function crowded(seconds: number): AppError {
  return new AppError("rate_limit_exceeded", {
    message: "The demo is busy",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}
