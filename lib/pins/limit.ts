import { RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";

const WINDOW_SECONDS = 60 * 60;

/** Counts a new PIN: each is a row that nobody has to sign in for. Throws `rate_limit_exceeded`. */
export async function takeFromPinLimit(address: string): Promise<void> {
  try {
    const limit = { name: "pins", points: config().rateLimits.newPins, seconds: WINDOW_SECONDS };
    await limiterFor(limit).consume(addressBlock(address));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError("rate_limit_exceeded", {
      message: "Too many new PINs from this address",
      details: `retry in ${seconds} seconds`,
      headers: { "Retry-After": String(seconds) },
    });
  }
}
