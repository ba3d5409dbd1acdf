import { createHash } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/core/errors.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";

/** `free`: how many failures cost nothing; `seconds`: after how long all of them are forgotten. */
type Policy = { name: string; free: number; seconds: number };

/** Failures under one key of a policy are counted together. */
type Counter = { policy: Policy; key: string };

type StartedAttempt = {
  state: "started";
  end: (how: "passed" | "undecided") => Promise<void>;
};

/** `counter`: the one that refused. */
export type Throttled = { state: "too_many"; retryAfter: number; counter: Counter };

type Attempt = StartedAttempt | Throttled;

/** Each failure beyond the free ones doubles the wait, up to the maximum. */
export const FIRST_WAIT_SECONDS = 5;
export const MAX_WAIT_SECONDS = 15 * 60;

const HOUR = 60 * 60;
const policies = {
  account: { name: "attempts-account", free: 5, seconds: 24 * HOUR },
  address: { name: "attempts-address", free: 20, seconds: HOUR },
  code: { name: "attempts-code", free: 5, seconds: 24 * HOUR },
} satisfies Record<string, Policy>;

/**
 * One account as seen from one address: wrong guesses from elsewhere do not make the owner of the account
 * wait.
 */
export function accountCounter(account: string, address: string): Counter {
  return { policy: policies.account, key: hashKey(`${account}\n${addressBlock(address)}`) };
}

export function addressCounter(address: string): Counter {
  return { policy: policies.address, key: hashKey(addressBlock(address)) };
}

export function isOfAddress({ policy }: Counter): boolean {
  return policy === policies.address;
}

/** Codes of a second factor, from any address: reaching this step takes the password. */
export function codeCounter(memberId: string): Counter {
  return { policy: policies.code, key: hashKey(memberId) };
}

/**
 * Counts an attempt before its result is known, so that concurrent attempts count like successive ones. An
 * attempt that is never ended counts as failed. `passed` forgets the failures before it, except those of the
 * address; `undecided` forgets only the attempt itself. Waits are in whole seconds.
 */
export async function startAttempt(counters: Counter[]): Promise<Attempt> {
  const counted: Counted[] = [];
  for (const counter of counters) {
    const result = await count(counter);
    if ("retryAfter" in result) {
      await Promise.all(counted.map(uncount));
      return { state: "too_many", ...result, counter };
    }
    counted.push(result);
  }
  return {
    state: "started",
    end: async (how) => {
      await Promise.all(counted.map(how === "passed" ? forgetFailures : uncount));
    },
  };
}

/** Waits for the result of an attempt. If the service itself fails, the attempt does not count. */
export async function awaitResult<T>(attempt: StartedAttempt, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    await attempt.end("undecided");
    throw error;
  }
}

type Counted = Counter & { usedGate: boolean };

async function count({ policy, key }: Counter): Promise<Counted | { retryAfter: number }> {
  const { consumedPoints } = await failuresOf(policy).penalty(key);
  const excess = consumedPoints - policy.free;
  if (excess <= 0) return { policy, key, usedGate: false };

  const customDuration = Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (excess - 1));
  try {
    await gateOf(policy).consume(key, 1, { customDuration });
    return { policy, key, usedGate: true };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    // An attempt that was refused unchecked must not lengthen the wait.
    await failuresOf(policy).reward(key);
    return { retryAfter: Math.ceil(Math.max(1, refusal.msBeforeNext) / 1000) };
  }
}

async function uncount({ policy, key, usedGate }: Counted): Promise<void> {
  await failuresOf(policy).reward(key);
  if (usedGate) await gateOf(policy).delete(key);
}

async function forgetFailures(counted: Counted): Promise<void> {
  const { policy, key } = counted;
  // An address is shared: signing in to one account must not clear the failures at others.
  if (policy === policies.address) return await uncount(counted);

  await failuresOf(policy).delete(key);
  await gateOf(policy).delete(key);
}

function failuresOf({ name, free, seconds }: Policy) {
  return limiterFor({ name: `${name}:failed`, points: free, seconds });
}

/** Lets one attempt through, and the next one after the wait. */
function gateOf({ name }: Policy) {
  return limiterFor({ name: `${name}:gate`, points: 1, seconds: MAX_WAIT_SECONDS });
}

/** Keeps email addresses out of the store of the counters. */
function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** `seconds` until the next attempt is allowed. */
export function tooManyAttempts(seconds: number): AppError {
  return new AppError("rate_limit_exceeded", {
    message: "Too many failed attempts",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}
