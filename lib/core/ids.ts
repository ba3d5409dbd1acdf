import { UUID, V7Generator } from "uuidv7";

const prefixes = {
  organization: "org",
  member: "mem",
  session: "ses",
  passkey: "pky",
  apiKey: "ak",
  cardholder: "usr",
  identifier: "idt",
  payment: "pay",
  refund: "ref",
  request: "req",
  connection: "gwc",
  invitation: "inv",
  signingKey: "sk",
  visit: "vis",
  auditEntry: "aud",
  mail: "mai",
  process: "prc",
  event: "evt",
  webhookEndpoint: "whe",
  webhookDelivery: "whd",
  ping: "ping",
  pairing: "pair",
} as const;

export type IdKind = keyof typeof prefixes;

// A draw from the system's generator takes 2 µs, however long it is, and every call makes an id or two.
const drawn = new Uint32Array(256);
let used = drawn.length;

function nextUint32(): number {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  return drawn[used++] ?? 0;
}

const uuids = new V7Generator({ nextUint32 });

/** `pay_` and 32 hex digits of a UUID version 7 (RFC 9562 section 5.7): ids sort by time. */
export function createId(kind: IdKind): string {
  return `${prefixes[kind]}_${uuids.generate().toHex()}`;
}

/** An id as it would have been created at `time`; those of one millisecond come in any order. */
export function createIdAt(kind: IdKind, time: Date): string {
  const [a, b, c] = [nextUint32() >>> 20, nextUint32() >>> 2, nextUint32()];
  return `${prefixes[kind]}_${UUID.fromFieldsV7(time.getTime(), a, b, c).toHex()}`;
}

export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${prefixes[kind]}_`) && /^[a-z]+_[0-9a-f]{32}$/.test(text);
}

/** When the id was created, to the millisecond. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(id.indexOf("_") + 1).slice(0, 12), 16));
}

/** The smallest id that can have been created at `time`: ids compare with it as their times do. */
export function firstIdAt(kind: IdKind, time: Date): string {
  return `${prefixes[kind]}_${time.getTime().toString(16).padStart(12, "0")}${"0".repeat(20)}`;
}

/** Sorts behind every id of its kind: no hex digit comes after `f`. */
export function lastId(kind: IdKind): string {
  return `${prefixes[kind]}_g`;
}

/** Ids sort by time: a period and a position in a list make one range of them. */
export type IdRange = { atOrAfter: string; before: string };
