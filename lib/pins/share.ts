import { RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Bytes, decodeBase64Url, encodeBase64Url } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { createOprfKey, evaluateBlinded } from "#lib/crypto/oprf.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { limiterFor } from "#lib/limits/limiter.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import {
  deleteShare,
  deleteUnusedShares,
  insertShare,
  selectNotBefore,
  updateToConfirmed,
  updateToTried,
} from "./store.ts";

/** Seconds to wait after each wrong try at a share: the third is the first that costs time. */
export const WAIT_SECONDS = [0, 0, 0, 5, 15, 30, 60, 5 * 60, 15 * 60, 60 * 60] as const;

/**
 * Over the life of a share, which ends with the next one: by then, one in 20,000 PINs of six digits would be guessed.
 * The owner's right PIN gives back its own try and none of the wrong ones, so that a thief beside an owner has no more than one alone.
 */
export const MAX_TRIES = 50;

/** Keeps a share of a PIN that is being chosen. Throws `invalid_request` or `rate_limit_exceeded`. */
export async function createPin({ blinded, address }: { blinded: string; address: string }) {
  await takeFromLimit(address);
  const key = createOprfKey();
  const evaluated = evaluate(key, blinded);
  // 256 random bits: the id is all that a try needs.
  const pinId = createToken("pin");
  const encrypted = serviceSecrets().keyring.encrypt(encodeBase64Url(key), pinShareContext(pinId));
  await insertShare({ id: pinId, key: encrypted });
  return { pinId, evaluated };
}

/**
 * One try. It counts before it is answered, since only the caller learns whether it was right. Throws
 * `invalid_request`, `not_found`, or `rate_limit_exceeded` with Retry-After.
 */
export async function evaluatePin({ pinId, blinded }: { pinId: string; blinded: string }) {
  const tried = await updateToTried(pinId, WAIT_SECONDS);
  if (!tried) throw await refusal(pinId);
  if (tried.tries > MAX_TRIES) {
    await deleteShare(pinId);
    throw noSuchPin();
  }
  const { key, tries, waitSeconds } = tried;
  const text = serviceSecrets().keyring.decrypt(new Uint8Array(key), pinShareContext(pinId));
  return { evaluated: evaluate(decodeBase64Url(text), blinded), tries, waitSeconds };
}

/** The first proof is stored; the same proof later ends the wait, and takes its try off the count. Throws `not_found`. */
export async function confirmPin({ pinId, proof }: { pinId: string; proof: string }) {
  if (!(await updateToConfirmed(pinId, hashToken(proof)))) throw noSuchPin();
  return { pinId };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_MS = 400 * DAY_MS;

/** Removes shares that were unused for a long time, and those that were never confirmed. */
export async function pruneShares(): Promise<undefined> {
  const now = Date.now();
  await deleteUnusedShares({
    usedBefore: new Date(now - UNUSED_MS),
    unconfirmedBefore: new Date(now - DAY_MS),
  });
}

export function pinShareContext(pinId: string): string {
  return `pin_share.key:${pinId}`;
}

const WINDOW_SECONDS = 60 * 60;

/** Counts a new PIN: each adds a row without a sign-in. Throws `rate_limit_exceeded`. */
async function takeFromLimit(address: string): Promise<void> {
  try {
    const limit = { name: "pins", points: config().rateLimits.newPins, seconds: WINDOW_SECONDS };
    await limiterFor(limit).consume(addressBlock(address));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany("Too many new PINs from this address", error.msBeforeNext);
  }
}

function evaluate(key: Bytes, blinded: string): string {
  try {
    return encodeBase64Url(evaluateBlinded(key, decodeBase64Url(blinded)));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "blinded: must be an element of ristretto255",
    });
  }
}

async function refusal(pinId: string): Promise<AppError> {
  const notBefore = await selectNotBefore(pinId);
  if (!notBefore) return noSuchPin();
  return tooMany("Too many wrong PINs", notBefore.getTime() - Date.now());
}

function tooMany(message: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limit_exceeded", {
    message,
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}

function noSuchPin(): AppError {
  return new AppError("not_found", { message: "No such PIN" });
}
