import { type FieldMeaning, readNestedName } from "./card-field-names.ts";
import { type DigitsOf, holdsCardNumber } from "./card-numbers.ts";

/** Something of a card in a value: where, and what it is, never the value itself. */
export type CardFinding = { path: (string | number)[]; kind: "number" | "hash" | "secret" };

/** Why it is refused, for the caller. */
export const cardDataReasons = {
  number:
    "looks like a card number, which this service never takes (cardLast4 of a receipt takes its last four digits)",
  hash: "is named as the hash of a card number, which belongs in recipientHashedPan alone",
  secret:
    "is named as a security code, a PIN, or a magnetic stripe, which this service never takes",
} as const satisfies Record<CardFinding["kind"], string>;

/** Whether it is in a member's password, which may be any text. */
export function isPassword({ path }: CardFinding): boolean {
  return /password$/i.test(String(path.at(-1)));
}

const MAX_FINDINGS = 20;

/**
 * Finds card numbers, their hashes, security codes, PINs, and magnetic stripes in a value of JSON: in texts,
 * numbers, and names of fields, and in lists of groups of digits.
 */
export function findCardData(value: unknown, digitsOf: DigitsOf = "text"): CardFinding[] {
  const findings: CardFinding[] = [];
  // One list for the whole walk, which every payment takes: only a finding copies it.
  const path: CardFinding["path"] = [];
  const report = (kind: CardFinding["kind"]) => {
    if (findings.length < MAX_FINDINGS) findings.push({ path: [...path], kind });
  };
  const visit = (one: unknown, meaning: FieldMeaning) => {
    if (Array.isArray(one)) visitList(one, meaning);
    else if (isObject(one)) visitFields(one, meaning);
    else if (typeof one === "string" || typeof one === "number") {
      const kind = judge(one, meaning);
      if (kind) report(kind);
    }
  };
  const visitList = (list: unknown[], meaning: FieldMeaning) => {
    const before = findings.length;
    for (let index = 0; index < list.length; index++) {
      path.push(index);
      visit(list[index], meaning);
      path.pop();
    }
    const joined = findings.length === before ? joinGroups(list) : undefined;
    const kind = joined && judge(joined, meaning);
    if (kind) report(kind);
  };
  const visitFields = (fields: Record<string, unknown>, around: FieldMeaning) => {
    for (const name in fields) {
      path.push(name);
      if (holdsCardNumber(name, digitsIn(around))) report("number");
      visit(fields[name], readNestedName(name, around));
      path.pop();
    }
  };
  visit(value, digitsOf);
  return findings;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Integers from here on have enough digits. */
const MIN_NUMBER = 1e11;

function judge(value: string | number, meaning: FieldMeaning): CardFinding["kind"] | undefined {
  if (meaning === "secret") return isEmptyOrMasked(String(value)) ? undefined : "secret";
  if (meaning === "hash") return value === "" ? undefined : "hash";
  if (meaning === "number") return isPartOfNumber(String(value)) ? undefined : "number";
  if (typeof value === "string") return holdsCardNumber(value, meaning) ? "number" : undefined;
  const size = Math.abs(value);
  if (size < MIN_NUMBER || !Number.isInteger(size)) return undefined;
  return holdsCardNumber(String(size), meaning) ? "number" : undefined;
}

function digitsIn(meaning: FieldMeaning): DigitsOf {
  return meaning === "card" || meaning === "reference" || meaning === "code" ? meaning : "text";
}

function isEmptyOrMasked(text: string): boolean {
  return /^[\s*xX#•·.-]*$/.test(text);
}

/**
 * What a field named as a card number may hold: words, zeros, the last four digits, or a masked number, of which the
 * first eight and the last four may be readable.
 */
function isPartOfNumber(text: string): boolean {
  if (text.length > MAX_MASKED) return false;
  if (!/\p{N}/u.test(text) || /^0+$/.test(text)) return true;
  const shown = /^(?:[A-Za-z]+[\s:]+){0,4}([\s\d*xX#•·….-]+)$/.exec(text)?.[1] ?? "";
  const digits = shown.replace(/\D+/g, "").length;
  return digits > 0 && digits <= (/[*xX#•·…]|\.\./.test(shown) ? 12 : 6);
}

const MAX_MASKED = 64;

/** A list of groups or of single digits, as one text. */
function joinGroups(list: readonly unknown[]): string | undefined {
  if (list.length < 2) return undefined;
  const isGroups = list.every((one) =>
    typeof one === "string" ? one.length <= MAX_GROUP : typeof one === "number",
  );
  return isGroups ? list.join(" ") : undefined;
}

const MAX_GROUP = 13;
