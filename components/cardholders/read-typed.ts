import { type IdentifierText, readIdentifier, type TypedKind } from "#lib/core/identifier-text.ts";
import { readCardNumber } from "#lib/wallet/card-number.ts";

/** A card number can be searched for, and is not added here. */
export type FindableKind = TypedKind | "card";

/** What is typed, in the form that is hashed, or what is wrong with it. */
export function readTyped(
  kind: FindableKind,
  typed: string,
): IdentifierText | { state: "wrong"; reason: string } {
  if (kind !== "card") return readIdentifier(kind, typed);
  const read = readCardNumber(typed);
  if (typed.trim() === "") return { state: "wrong", reason: "must not be empty" };
  if (read.state === "valid") return { state: "valid", text: read.digits };
  return { state: "wrong", reason: "is not a card number: check the digits" };
}
