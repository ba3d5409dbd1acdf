import { createHash } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/core/errors.ts";
import { type LimiterKind, limiterFor } from "#lib/limits/limiter.ts";

const HOUR = 60 * 60;
const toOneAddress = { name: "mail-to", points: 5, seconds: HOUR };
const ofOneSender = { name: "mail-of", points: 60, seconds: HOUR };
const noticesToOne = { name: "mail-notices", points: 5, seconds: HOUR };

/**
 * Counts a letter that somebody asks for, whoever the address belongs to: to one address, and of one
 * sender (a network address or an organization). Throws `rate_limit_exceeded` with Retry-After.
 */
export async function requireLetterAllowance({
  to,
  sender,
}: {
  to: string;
  sender: string;
}): Promise<void> {
  const refusal = (await take(ofOneSender, sender)) ?? (await take(toOneAddress, to));
  if (!refusal) return;

  const seconds = Math.ceil(Math.max(1, refusal.msBeforeNext) / 1000);
  throw new AppError("rate_limit_exceeded", {
    message: "Too many emails in the last hour",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}

/** Counts a notice of what a member does again and again. False where the inbox has heard enough. */
export async function hasNoticeAllowance(memberId: string): Promise<boolean> {
  return (await take(noticesToOne, memberId)) === undefined;
}

async function take(kind: LimiterKind, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiterFor(kind).consume(createHash("sha256").update(key).digest("base64url"));
    return undefined;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}
