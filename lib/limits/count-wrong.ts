import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/core/errors.ts";
import { limiterFor } from "./limiter.ts";
import type { LimiterKind } from "./limiter-kind.ts";

/**
 * What `look` finds for something that can be guessed; undefined counts as wrong. It counts before it looks, so that
 * concurrent guesses count like successive ones. Throws `rate_limit_exceeded` with `message`.
 */
export async function countWrong<T>(
  { kind, holder, message }: { kind: LimiterKind; holder: string; message: string },
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await takeOne({ kind, holder, message });
  const found = await look();
  if (found !== undefined) await limiterFor(kind).reward(holder);
  return found;
}

/** Throws `rate_limit_exceeded` with `message` once `holder` has none left. */
export async function takeOne({
  kind,
  holder,
  message,
}: {
  kind: LimiterKind;
  holder: string;
  message: string;
}): Promise<void> {
  try {
    await limiterFor(kind).consume(holder);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(message, error.msBeforeNext);
  }
}

function tooMany(message: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limit_exceeded", {
    message,
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}
