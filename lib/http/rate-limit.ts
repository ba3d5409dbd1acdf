import { RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import type { KeyCaller, SignedInMember, VisitCaller } from "#lib/core/caller.ts";
import { AppError, errorStatus } from "#lib/core/errors.ts";
import { CALLERS_AT_FULL_RATE, type RateClass, type Tier } from "#lib/core/tiers.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";
import type { Limiter } from "#lib/limits/limiter-kind.ts";
import type { Exchange } from "./exchange.ts";

export type Allowance = { limit: number; remaining: number; exceeded: boolean; resetsInMs: number };

const WINDOW_SECONDS = 60;

/** Those who are limited by what they are, not by where they come from. */
type Limited =
  | Pick<KeyCaller, "via" | "apiKeyId" | "organizationId" | "environment" | "tier">
  | Pick<SignedInMember, "via" | "memberId" | "tier">
  | Pick<VisitCaller, "via" | "visitId">;

/** Each visit has the limits of an organization of its own. */
const TIER_OF_VISITS: Tier = "standard";

/**
 * Counts the request against its caller and writes the headers that every answer carries. They describe the
 * shared limit if only that one is exceeded, otherwise the caller's own.
 */
export async function takeFromCaller(
  exchange: Exchange,
  caller: Limited,
  rateClass: RateClass,
): Promise<Allowance> {
  const { limit, own, shared } = countersOf(exchange, caller, rateClass);
  const [first, second] = await Promise.all([
    take(limit, own),
    shared === undefined ? undefined : take(limit * CALLERS_AT_FULL_RATE, shared),
  ]);
  return writeHeaders(exchange, second?.exceeded && !first.exceeded ? second : first);
}

/**
 * Counts the other parts of a batch, each as a request. They are never refused, so that a batch may be larger
 * than the limit of a minute: the requests after it are.
 */
export async function takeParts(
  exchange: Exchange,
  caller: Limited,
  { rateClass, others }: { rateClass: RateClass; others: number },
): Promise<void> {
  if (others === 0) return;
  const { limit, own, shared } = countersOf(exchange, caller, rateClass);
  const [left] = await Promise.all([
    limiter(limit).penalty(own, others),
    shared && limiter(limit * CALLERS_AT_FULL_RATE).penalty(shared, others),
  ]);
  writeHeaders(exchange, toAllowance(limit, left));
}

type Counters = { limit: number; own: string; shared?: string };

/** A key shares a higher limit with the organization's others in its environment, a visit with those of its address. */
function countersOf(exchange: Exchange, caller: Limited, rateClass: RateClass): Counters {
  const { tiers } = config().rateLimits;
  switch (caller.via) {
    case "key": {
      const { apiKeyId, organizationId, environment, tier } = caller;
      const shared = `${organizationId}:${environment}:${rateClass}`;
      return { limit: tiers[tier][rateClass], own: `${apiKeyId}:${rateClass}`, shared };
    }
    case "session":
      return { limit: tiers[caller.tier][rateClass], own: `${caller.memberId}:${rateClass}` };
    case "visit": {
      const shared = `visits:${addressBlock(exchange.address)}:${rateClass}`;
      return {
        limit: tiers[TIER_OF_VISITS][rateClass],
        own: `${caller.visitId}:${rateClass}`,
        shared,
      };
    }
  }
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
  // By a limit of its own, which says nothing of the others that send from the address.
  if (refusal.code === "rate_limit_exceeded") return refusal;
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
