import { createHash } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/core/errors.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";
import type { LimiterKind } from "#lib/limits/limiter-kind.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Of a network address, or of an organization */
const ofOneSender = { name: "mail-of", points: 60, seconds: HOUR };
const fromMembersToOne = { name: "mail-to", points: 5, seconds: HOUR };
const fromStrangersToOne = { name: "mail-from-strangers", points: 5, seconds: HOUR };
/** Beyond those */
const pause = { name: "mail-pause", points: 1, seconds: 10 * MINUTE };
const noticesToOne = { name: "mail-notices", points: 5, seconds: HOUR };

/**
 * Counts a letter that a member asks for, to any address. Letters of other organizations and of strangers do
 * not count. Throws `rate_limit_exceeded` with Retry-After.
 */
export async function requireLetterAllowance({
  to,
  organizationId,
}: {
  to: string;
  organizationId: string;
}): Promise<void> {
  requireTaken(await take(ofOneSender, organizationId));
  requireTaken(await take(fromMembersToOne, `${organizationId}\n${to}`));
}

/** Counts a letter that a stranger asks for. Throws `rate_limit_exceeded` with Retry-After. */
export async function requireStrangerAllowance(address: string): Promise<void> {
  requireTaken(await take(ofOneSender, addressBlock(address)));
}

/**
 * Whether an inbox gets another letter at a stranger's request: the first five of an hour, and then one every
 * ten minutes, so that strangers cannot block the owner's letters. `about` counts each kind of letter by
 * itself.
 */
export async function hasInboxAllowance({
  to,
  about,
}: {
  to: string;
  about: "sign_up" | "password_reset";
}): Promise<boolean> {
  const key = `${about}\n${to}`;
  if ((await take(fromStrangersToOne, key)) === undefined) return true;
  return (await take(pause, key)) === undefined;
}

/** Counts a notice about a repeated action of a member. False if the inbox has had enough of them. */
export async function hasNoticeAllowance(memberId: string): Promise<boolean> {
  return (await take(noticesToOne, memberId)) === undefined;
}

function requireTaken(refusal: RateLimiterRes | undefined): void {
  if (!refusal) return;

  const seconds = Math.ceil(Math.max(1, refusal.msBeforeNext) / 1000);
  throw new AppError("rate_limit_exceeded", {
    message: "Too many emails in the last hour",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
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
