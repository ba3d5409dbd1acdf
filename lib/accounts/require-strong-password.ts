import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalidField } from "./invalid-field.ts";

/**
 * What a guesser who knows the lists has to try. With the limits of signing in, years; and the words of
 * the lists with a year and a few signs behind them stay below.
 */
const MIN_GUESSES = 1e9;

const processWide = globalThis as { sealslipPasswordLists?: Promise<ZxcvbnFactory> };

/**
 * Refuses a new password that is, or is built of, what was found in breaches, runs of the keyboard, dates,
 * and what `known` says about its owner (NIST SP 800-63B section 3.1.1.2). It asks nobody. Throws
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
  const words = ["sealslip", email, ...email.split(/[@.]/), ...known];
  const { guesses } = estimator.check(password, words);
  if (guesses < MIN_GUESSES) {
    throw invalidField(field, "is among the first that anybody would guess");
  }
}

/** Loaded when the first password is chosen: 50 MB that most processes never need. */
function passwordLists(): Promise<ZxcvbnFactory> {
  processWide.sealslipPasswordLists ??= loadPasswordLists();
  return processWide.sealslipPasswordLists;
}

/** How much of a long password is looked at: the time grows with the square of it. */
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
