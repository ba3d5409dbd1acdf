import { RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import type { KeyCaller } from "#lib/core/caller.ts";
import { AppError, errorStatus } from "#lib/core/errors.ts";
import { CALLERS_AT_FULL_RATE, type RateClass, type Tier } from "#lib/core/tiers.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";
import type { Limiter } from "#lib/limits/limiter-kind.ts";
import type { Exchange } from "./exchange.ts";

export type Allowance = { limit: number; remaining: number; exceeded: boolean; resetsInMs: number };

const WINDOW_SECONDS = 60;

/** Counts the request against its member and writes the headers that every answer carries. */
export async function takeFromCaller(
  exchange: Exchange,
  { id, tier }: { id: string; tier: Tier },
  rateClass: RateClass,
): Promise<Allowance> {
  const limit = config().rateLimits.tiers[tier][rateClass];
  return writeHeaders(exchange, await take(limit, `${id}:${rateClass}`));
}

/** The same for a key, which shares a higher limit with the other keys of its organization and environment. */
export async function takeFromKey(
  exchange: Exchange,
  { apiKeyId, organizationId, environment, tier }: KeyCaller,
  rateClass: RateClass,
): Promise<Allowance> {
  const limit = config().rateLimits.tiers[tier][rateClass];
  const all = `${organizationId}:${environment}:${rateClass}`;
  return await takeFromBoth(exchange, limit, { own: `${apiKeyId}:${rateClass}`, all });
}

/** The same for a visit, which shares a higher limit with the other visits of its address. */
export async function takeFromVisit(
  exchange: Exchange,
  { visitId, tier }: { visitId: string; tier: Tier },
  rateClass: RateClass,
): Promise<Allowance> {
  const limit = config().rateLimits.tiers[tier][rateClass];
  const all = `visits:${addressBlock(exchange.address)}:${rateClass}`;
  return await takeFromBoth(exchange, limit, { own: `${visitId}:${rateClass}`, all });
}

/** The headers describe the shared limit if only that one is exceeded, otherwise the caller's own. */
async function takeFromBoth(
  exchange: Exchange,
  limit: number,
  keys: { own: string; all: string },
): Promise<Allowance> {
  const [own, shared] = await Promise.all([
    take(limit, keys.own),
    take(limit * CALLERS_AT_FULL_RATE, keys.all),
  ]);
  return writeHeaders(exchange, shared.exceeded && !own.exceeded ? shared : own);
}

/** Counts a request without a valid key against the address, or IPv6 network, that it came from. */
export async function takeFromAddress(exchange: Exchange): Promise<Allowance> {
  return writeHeaders(
    exchange,
    await take(config().rateLimits.perAddress, addressBlock(exchange.address)),
  );
}

/**
 * Counts a page that has to be rendered, or a file of the build that has to be read, apart from the calls of the
 * API and from each other: an office that uses up the one limit keeps the others.
 */
export async function takePageFromAddress(
  exchange: Exchange,
  kind: "pages" | "files",
): Promise<Allowance> {
  const limit = config().rateLimits.pages;
  return writeHeaders(exchange, await take(limit, `${kind}:${addressBlock(exchange.address)}`));
}

/** Writes the same headers without counting: for cheap answers that are never refused. */
export async function showAddressAllowance(exchange: Exchange): Promise<void> {
  const limit = config().rateLimits.perAddress;
  const used = await limiter(limit).get(addressBlock(exchange.address));
  writeHeaders(
    exchange,
    toAllowance(limit, used ?? new RateLimiterRes(limit, WINDOW_SECONDS * 1000)),
  );
}

/**
 * Counts a refusal against its address; returns the answer: the refusal, or `rate_limit_exceeded` beyond the
 * limit.
 */
export async function limitRefusal(exchange: Exchange, refusal: unknown): Promise<unknown> {
  if (!(refusal instanceof AppError) || errorStatus[refusal.code] >= 500) return refusal;
  const allowance = await takeFromAddress(exchange);
  return allowance.exceeded ? rateLimitExceeded(allowance) : refusal;
}

/** Throws `rate_limit_exceeded` with Retry-After. */
export function requireAllowance(allowance: Allowance): void {
  if (allowance.exceeded) throw rateLimitExceeded(allowance);
}

function rateLimitExceeded({ resetsInMs }: Allowance): AppError {
  const seconds = Math.ceil(resetsInMs / 1000);
  return new AppError("rate_limit_exceeded", {
    message: "Too many requests",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}

async function take(limit: number, key: string): Promise<Allowance> {
  try {
    return toAllowance(limit, await limiter(limit).consume(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { ...toAllowance(limit, refusal), exceeded: true };
  }
}

function toAllowance(limit: number, result: RateLimiterRes): Allowance {
  return {
    limit,
    remaining: Math.max(0, result.remainingPoints),
    exceeded: false,
    resetsInMs: Math.max(1, result.msBeforeNext),
  };
}

function writeHeaders(exchange: Exchange, allowance: Allowance): Allowance {
  exchange.headers["X-RateLimit-Limit"] = String(allowance.limit);
  exchange.headers["X-RateLimit-Remaining"] = String(allowance.remaining);
  exchange.headers["X-RateLimit-Reset"] = String(
    Math.ceil((Date.now() + allowance.resetsInMs) / 1000),
  );
  return allowance;
}

/** Shared by all limits of this size; the key names the caller and the class. */
function limiter(points: number): Limiter {
  return limiterFor({ name: "rate", points, seconds: WINDOW_SECONDS });
}
