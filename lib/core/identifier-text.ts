/** The kinds of identifier that are typed; a card number is read by `lib/wallet/card-number.ts`. */
export const typedKinds = ["phone", "email", "par", "reference"] as const;

export type TypedKind = (typeof typedKinds)[number];

/** A typed identifier in the form that is hashed, or what is wrong with it. */
export type IdentifierText =
  | { state: "valid"; text: string }
  | { state: "wrong"; reason: WrongIdentifier };

/** What is wrong with one, to be read after the name of its field. */
type WrongIdentifier =
  | "must not be empty"
  | "must have 128 characters or fewer"
  | "has a 0 in parentheses, which is not part of it abroad"
  | "contains something other than digits"
  | "must begin with a plus sign and the country code, such as +1 or +49"
  | "must begin with a country code: none begins with 0"
  | "is incomplete"
  | "has too many digits: 15 is the most"
  | "must be an address such as ada@example.com"
  | "must have 29 letters and digits";

/** Two people who type one identifier must hash the same text: the contract names the form of each kind. */
export function readIdentifier(kind: TypedKind, typed: string): IdentifierText {
  const text = typed.trim();
  return text === "" ? wrong("must not be empty") : readers[kind](text);
}

const readers: Record<TypedKind, (text: string) => IdentifierText> = {
  phone: readPhoneNumber,
  email: readEmail,
  par: readPar,
  reference: (text) =>
    text.length > 128 ? wrong("must have 128 characters or fewer") : valid(text),
};

/** ITU-T E.164: a plus sign, the country code, and up to 15 digits in all. */
function readPhoneNumber(text: string): IdentifierText {
  if (text.includes("(0)")) return wrong("has a 0 in parentheses, which is not part of it abroad");
  const number = text.replace(/[\s\u00a0.()/\-\u2010-\u2013]/g, "");
  if (!/^\+?\d*$/.test(number)) return wrong("contains something other than digits");
  if (!number.startsWith("+")) {
    return wrong("must begin with a plus sign and the country code, such as +1 or +49");
  }
  const digits = number.slice(1);
  if (digits.startsWith("0")) return wrong("must begin with a country code: none begins with 0");
  if (digits.length < 7) return wrong("is incomplete");
  if (digits.length > 15) return wrong("has too many digits: 15 is the most");
  return valid(number);
}

/** Not a full check of RFC 5321: the mistakes that would make the hash another one. */
function readEmail(text: string): IdentifierText {
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254;
  return isAddress
    ? valid(text.toLowerCase())
    : wrong("must be an address such as ada@example.com");
}

/** EMVCo's Payment Account Reference. */
function readPar(text: string): IdentifierText {
  const par = text.replace(/\s/g, "").toUpperCase();
  return /^[0-9A-Z]{29}$/.test(par) ? valid(par) : wrong("must have 29 letters and digits");
}

function valid(text: string): IdentifierText {
  return { state: "valid", text };
}

function wrong(reason: WrongIdentifier): IdentifierText {
  return { state: "wrong", reason };
}
