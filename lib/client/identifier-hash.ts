import { readIdentifier, type TypedKind } from "#lib/core/identifier-text.ts";
import { hashIdentifier } from "#lib/crypto/hash-identifier.ts";

export type IdentifierKind = "card" | TypedKind;

/** Between the groups of a card number, as people write them. */
const SEPARATORS = /[\s\u00a0.\-\u2010-\u2013]/g;

/**
 * The SHA-256 of an identifier in the form that the API compares, in hexadecimal: a card's digits, a PAR in upper case, a
 * phone number in E.164, an email address in lower case, and your own `reference` as it is. Throws RangeError for a
 * text that is none of the kind; its message never has the text.
 */
export async function hashNormalized(kind: IdentifierKind, text: string): Promise<string> {
  const read = kind === "card" ? readCard(text) : readIdentifier(kind, text);
  if (read.state === "wrong") throw new RangeError(`${kind} ${read.reason}`);
  return await hashIdentifier(read.text);
}

/** ISO/IEC 7812: up to 19 digits. Not every issuer has a check digit, and a reader makes no typing errors. */
function readCard(text: string) {
  const digits = text.replace(SEPARATORS, "");
  return /^\d{12,19}$/.test(digits)
    ? { state: "valid" as const, text: digits }
    : { state: "wrong" as const, reason: "must have 12 to 19 digits" };
}
