import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#lib/core/errors.ts";
import { limiterFor } from "#lib/limits/limiter.ts";

/** Failed tries that are free, and after how long all of them are forgotten. */
type Ladder = { name: string; free: number; seconds: number };

/** Where a try counts. */
export type Rung = { ladder: Ladder; key: string };

export type TakenTry = { state: "taken"; end: (how: "passed" | "undecided") => Promise<void> };

export type Try = TakenTry | { state: "too_many"; retryAfter: number };

/** The first wait, in seconds; each further failure doubles it up to the longest. */
export const FIRST_WAIT = 5;
export const LONGEST_WAIT = 15 * 60;

const HOUR = 60 * 60;
const ladders = {
  account: { name: "tries-account", free: 5, seconds: 24 * HOUR },
  address: { name: "tries-address", free: 20, seconds: HOUR },
  code: { name: "tries-code", free: 5, seconds: 24 * HOUR },
} satisfies Record<string, Ladder>;

/**
 * One account as seen from one address: who guesses from elsewhere makes the owner of the account
 * wait not a second.
 */
export function accountRung(account: string, address: string): Rung {
  return { ladder: ladders.account, key: hashKey(`${account}\n${addressBlock(address)}`) };
}

export function addressRung(address: string): Rung {
  return { ladder: ladders.address, key: hashKey(addressBlock(address)) };
}

/** Codes of a second factor, from wherever: only who has the password gets as far as this. */
export function codeRung(memberId: string): Rung {
  return { ladder: ladders.code, key: hashKey(memberId) };
}

/**
 * Takes a try before it is known how it ends, so that many at once are counted like one after the
 * other. One that is not ended has failed; `passed` forgets the failures before it, those of the
 * address excepted, and `undecided` only the try itself. Waits are in whole seconds.
 */
export async function takeTry(rungs: Rung[]): Promise<Try> {
  const taken: TakenRung[] = [];
  for (const rung of rungs) {
    const result = await climb(rung);
    if ("retryAfter" in result) {
      await Promise.all(taken.map(stepBack));
      return { state: "too_many", ...result };
    }
    taken.push(result);
  }
  return {
    state: "taken",
    end: async (how) => {
      await Promise.all(taken.map((rung) => (how === "passed" ? leave(rung) : stepBack(rung))));
    },
  };
}

/** Waits for the judgment of a try. Where that fails for reasons of ours, the try was none. */
export async function awaitJudgment<T>(attempt: TakenTry, judgment: Promise<T>): Promise<T> {
  try {
    return await judgment;
  } catch (error) {
    await attempt.end("undecided");
    throw error;
  }
}

type TakenRung = Rung & { waited: boolean };

async function climb({ ladder, key }: Rung): Promise<TakenRung | { retryAfter: number }> {
  const { consumedPoints } = await failures(ladder).penalty(key);
  const beyond = consumedPoints - ladder.free;
  if (beyond <= 0) return { ladder, key, waited: false };

  const customDuration = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (beyond - 1));
  try {
    await gate(ladder).consume(key, 1, { customDuration });
    return { ladder, key, waited: true };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    // What was not even judged makes nobody wait longer.
    await failures(ladder).reward(key);
    return { retryAfter: Math.ceil(Math.max(1, refusal.msBeforeNext) / 1000) };
  }
}

async function stepBack({ ladder, key, waited }: TakenRung): Promise<void> {
  await failures(ladder).reward(key);
  if (waited) await gate(ladder).delete(key);
}

async function leave(rung: TakenRung): Promise<void> {
  // An address is shared: with an account of one's own its guesses at others must not be forgotten.
  if (rung.ladder === ladders.address) return await stepBack(rung);

  await failures(rung.ladder).delete(rung.key);
  await gate(rung.ladder).delete(rung.key);
}

function failures({ name, free, seconds }: Ladder) {
  return limiterFor({ name: `${name}:failed`, points: free, seconds });
}

/** Lets one through in the time that its taking was given. */
function gate({ name }: Ladder) {
  return limiterFor({ name: `${name}:gate`, points: 1, seconds: LONGEST_WAIT });
}

/** No email addresses in a store of counters. */
function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** What one customer of a provider has: an IPv4 address, or the /64 network of an IPv6 one. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;

  const [head = "", tail] = address.split("%", 1).join("").split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - front.length - groupCount(back);
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
function groupCount(groups: string[]): number {
  return groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
}

/** `seconds` until the next try is judged. */
export function tooManyTries(seconds: number): AppError {
  return new AppError("rate_limit_exceeded", {
    message: "Too many failed tries",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}
