import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalidField } from "./invalid-field.ts";

/**
 * The guesses of an attacker who knows the lists. With the limits of sign-ins, these take years; listed words
 * with a year and a few signs stay below.
 */
const MIN_GUESSES = 1e9;

const processWide = globalThis as { sealslipPasswordLists?: Promise<ZxcvbnFactory> };

/**
 * Refuses a new password that is, or is built from, breached passwords, keyboard patterns, dates, and the
 * facts about its owner in `known` (NIST SP 800-63B section 3.1.1.2). It works offline. Throws
 * `invalid_request` that names `field`.
 */
export async function requireStrongPassword({
  field,
  password,
  email,
  known = [],
}: {
  field: string;
  password: string;
  email: string;
  known?: readonly string[];
}): Promise<void> {
  if (password.trim().toLowerCase() === email) {
    throw invalidField(field, "must not be the email address");
  }
  const estimator = await passwordLists();
  const words = ["sealslip", "owner", ...[email, ...known].flatMap(spellings), ...passphrases];
  const isGuessable = [password, ...withoutDecoration(password)].some(
    (text) => estimator.check(text, words).guesses < MIN_GUESSES,
  );
  if (isGuessable) throw invalidField(field, "is easy to guess");
}

/** Long enough for any estimate, and well known. */
const passphrases = [
  "allyourbasearebelongtous",
  "correcthorsebatterystaple",
  "maytheforcebewithyou",
  "sphinxofblackquartzjudgemyvow",
  "thequickbrownfoxjumpsoverthelazydog",
  "tobeornottobethatisthequestion",
];

/** A name or an address as a whole, in one word, and word by word. */
function spellings(text: string): string[] {
  return [text, toPlain(text), ...text.split(/[^\p{L}\p{N}]+/u).map(toPlain)];
}

/** Above this share of signs, a password consists of its signs. */
const MAX_DECORATION = 0.2;

/** Attackers try words with and without accents, capitals, and separators. */
function withoutDecoration(password: string): string[] {
  const plain = toPlain(password);
  const written = password.normalize("NFKD").replace(/[\s\p{M}]/gu, "");
  return written.length - plain.length > written.length * MAX_DECORATION ? [] : [plain];
}

function toPlain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Loaded when the first password is chosen: 50 MB that most processes never need. */
function passwordLists(): Promise<ZxcvbnFactory> {
  processWide.sealslipPasswordLists ??= loadPasswordLists();
  return processWide.sealslipPasswordLists;
}

/** How much of a long password counts: the time grows with the square of its length. */
const MAX_LENGTH = 64;

async function loadPasswordLists(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { passwords: common.dictionary["passwords-common"] },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_LENGTH,
  });
}
