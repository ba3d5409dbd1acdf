import { MAX_KEYS, MAX_VALUES } from "./body-limits.ts";
import { skipNumber, startsNumber } from "./skip-number.ts";

/** Where, from the outside in, and why. */
export type JsonProblem = { path: (string | number)[]; reason: string };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Finds what makes a JSON text costly or ambiguous, before `JSON.parse` builds it: too many levels, keys, or values; a
 * key that its object has already; a number that comes back as another. One pass without recursion, which ends at the
 * first problem. Malformed text is left to `JSON.parse`. `maxDepth` is at most MAX_LEVELS.
 */
export function scanJson(text: string, maxDepth: number): JsonProblem | undefined {
  depth = 0;
  values = 0;
  isKeyNext = false;
  for (let at = 0; at < text.length; at++) {
    const last = readToken(text, at, maxDepth);
    if (last < 0) return explain(text, last, maxDepth);
    at = last;
  }
  return undefined;
}

/** The place of the token's last character, or one of these. */
const TOO_DEEP = -1;
const TOO_MANY_KEYS = -2;
const TOO_MANY_VALUES = -3;
const REPEATED = -4;
const CHANGED = -5;

function readToken(text: string, at: number, maxDepth: number): number {
  const code = text.charCodeAt(at);
  switch (code) {
    case QUOTE:
      return isKeyNext ? readKey(text, at + 1) : findQuote(text, at + 1);
    case COMMA:
      return beginNext(at);
    case OPEN_OBJECT:
    case OPEN_ARRAY:
      return depth < maxDepth ? open(at, code === OPEN_OBJECT) : TOO_DEEP;
    case CLOSE_OBJECT:
    case CLOSE_ARRAY:
      return close(at);
    default:
      if (!startsNumber(code)) return at;
      return skipNumber(text, at) ?? CHANGED;
  }
}

// What is open, by level. One state for all scans: a scan is never interrupted, and this would be garbage of every call.
export const MAX_LEVELS = 32;
let depth = 0;
let values = 0;
let isKeyNext = false;
const isObject = new Uint8Array(MAX_LEVELS);
/** Keys of an object so far; commas of an array, which is the index of its current element. */
const count = new Int32Array(MAX_LEVELS);

// The keys of each open object: a hash table with chains. A slot is `level * MAX_KEYS + place`; chains store the slot
// plus one, since 0 ends them.
const BUCKETS_LOG2 = 6;
const BUCKETS = 2 ** BUCKETS_LOG2;
const chains = new Int32Array(MAX_LEVELS * BUCKETS);
const next = new Int32Array(MAX_LEVELS * MAX_KEYS);
const hashes = new Int32Array(MAX_LEVELS * MAX_KEYS);
const starts = new Int32Array(MAX_LEVELS * MAX_KEYS);
const ends = new Int32Array(MAX_LEVELS * MAX_KEYS);

function open(at: number, asObject: boolean): number {
  isKeyNext = asObject;
  isObject[depth] = asObject ? 1 : 0;
  count[depth] = 0;
  if (asObject) chains.fill(0, depth * BUCKETS, (depth + 1) * BUCKETS);
  depth++;
  return ++values > MAX_VALUES ? TOO_MANY_VALUES : at;
}

function close(at: number): number {
  isKeyNext = false;
  if (depth > 0) depth--;
  return at;
}

function beginNext(at: number): number {
  isKeyNext = isObject[depth - 1] === 1;
  if (!isKeyNext) count[depth - 1] = (count[depth - 1] ?? 0) + 1;
  return ++values > MAX_VALUES ? TOO_MANY_VALUES : at;
}

/** Adds the key that starts here to the innermost object. */
function readKey(text: string, start: number): number {
  const level = depth - 1;
  const place = count[level] ?? 0;
  if (place === MAX_KEYS) return TOO_MANY_KEYS;

  const end = findQuote(text, start);
  const hash = hashKey(text, start, end);
  const bucket = level * BUCKETS + (hash >>> (32 - BUCKETS_LOG2));
  const slot = level * MAX_KEYS + place;
  isKeyNext = false;
  count[level] = place + 1;
  starts[slot] = start;
  ends[slot] = end;
  hashes[slot] = hash;
  const first = chains[bucket] ?? 0;
  for (let link = first; link > 0; link = next[link - 1] ?? 0) {
    if (hashes[link - 1] === hash && keyAt(text, link - 1) === keyAt(text, slot)) return REPEATED;
  }
  next[slot] = first;
  chains[bucket] = slot + 1;
  return end;
}

// Unknown to callers, who could otherwise write keys that all have one hash. Odd, so that no bit is lost.
const multiplier = Math.floor(Math.random() * 2 ** 31) | 1;

function hashKey(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // The same key can be written with and without escapes.
    if (code === BACKSLASH) return hashText(unescapeKey(text.slice(start, end)));
    hash = Math.imul(hash ^ code, multiplier);
  }
  return hash;
}

function hashText(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), multiplier);
  }
  return hash;
}

function keyAt(text: string, slot: number): string {
  return unescapeKey(text.slice(starts[slot], ends[slot]));
}

function unescapeKey(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

/** The place of the quote that ends a string. */
function findQuote(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return at;
}

function explain(text: string, problem: number, maxDepth: number): JsonProblem {
  switch (problem) {
    case TOO_DEEP:
      return { path: pathOf(text, depth), reason: `nested deeper than ${maxDepth} levels` };
    case TOO_MANY_KEYS:
      return { path: pathOf(text, depth - 1), reason: `more than ${MAX_KEYS} keys` };
    case TOO_MANY_VALUES:
      return { path: [], reason: `more than ${MAX_VALUES.toLocaleString("en-US")} values` };
    case REPEATED:
      return { path: pathOf(text, depth), reason: "is given more than once" };
    default:
      return { path: pathOf(text, depth), reason: CHANGED_NUMBER };
  }
}

const CHANGED_NUMBER = `is too large: whole numbers are exact up to ${Number.MAX_SAFE_INTEGER}`;

function pathOf(text: string, levels: number): (string | number)[] {
  return Array.from({ length: levels }, (_, level) => {
    const entries = count[level] ?? 0;
    if (isObject[level] === 0) return entries;
    return entries === 0 ? "" : keyAt(text, level * MAX_KEYS + entries - 1);
  });
}
