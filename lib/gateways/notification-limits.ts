import { LRUCache } from "lru-cache";
import { RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { CALLERS_AT_FULL_RATE, type Tier } from "#lib/core/tiers.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";
import type { Limiter } from "#lib/limits/limiter-kind.ts";

const WINDOW_SECONDS = 60;

/** What is over a limit, and until when: this process refuses it without counting, looking up, or verifying. */
const held = new LRUCache<string, number>({ max: 10_000 });

/** Ids of connections that this process has found. */
const found = new LRUCache<string, true>({ max: 10_000 });

type Sender = { connectionId: string; address: string };

/** Throws `rate_limit_exceeded` for a connection that is over its limit, or an address over that of refused ones. */
export function requireNotHeld(sender: Sender): void {
  for (const key of [sender.connectionId, keyOfRefused(sender)]) {
    const leftMs = (held.get(key) ?? 0) - performance.now();
    if (leftMs > 0) throw tooMany(leftMs);
  }
}

/**
 * Counts a notification that was verified. A connection may have as many in a minute as its organization's keys may
 * begin payments in one: each payment brings one, and what comes at once beyond that, its provider repeats. Throws
 * `rate_limit_exceeded`.
 */
export async function countVerified(connectionId: string, tier: Tier): Promise<void> {
  const points = config().rateLimits.tiers[tier].writes * CALLERS_AT_FULL_RATE;
  const leftMs = await count("notifications", points, connectionId);
  if (leftMs !== undefined) throw tooMany(leftMs);
}

/**
 * Counts one that was refused. For each connection by itself: a provider sends for all merchants from a few
 * addresses, and what one has set up wrong must not stop the others. Those for connections that there are not count
 * together.
 */
export async function countRefused(sender: Sender): Promise<void> {
  await count("refused_notifications", config().rateLimits.perAddress, keyOfRefused(sender));
}

/** From now on, refused notifications of the connection count for it alone. */
export function noteFound(connectionId: string): void {
  found.set(connectionId, true);
}

function keyOfRefused({ connectionId, address }: Sender): string {
  return `${addressBlock(address)} ${found.has(connectionId) ? connectionId : "unknown"}`;
}

/** For how long no more are taken, milliseconds; undefined within the limit. */
async function count(name: string, points: number, key: string): Promise<number | undefined> {
  const limiter: Limiter = limiterFor({ name, points, seconds: WINDOW_SECONDS });
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const leftMs = Math.max(1, refusal.msBeforeNext);
    held.set(key, performance.now() + leftMs, { ttl: Math.ceil(leftMs) });
    return leftMs;
  }
}

function tooMany(leftMs: number): AppError {
  return new AppError("rate_limit_exceeded", {
    message: "Too many notifications; send this one again later",
    headers: { "Retry-After": String(Math.ceil(leftMs / 1000)) },
  });
}
