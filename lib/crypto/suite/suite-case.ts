import { CryptoError, type CryptoErrorReason } from "#lib/crypto/crypto-error.ts";

/** Runs the same under node:test and in a browser: `run` throws if the case fails. */
export type SuiteCase = { name: string; run(): void | Promise<void> };

export function expectTrue(condition: boolean, claim: string): void {
  if (!condition) throw new Error(`Not so: ${claim}`);
}

/** Compares as JSON, with the members of objects in any order. */
export function expectEqual(actual: unknown, expected: unknown, claim: string): void {
  const [actualText, expectedText] = [formatSorted(actual), formatSorted(expected)];
  if (actualText === expectedText) return;
  throw new Error(
    `${claim}: expected ${expectedText.slice(0, 300)}, got ${actualText.slice(0, 300)}`,
  );
}

/** The work must fail with a CryptoError of one of the reasons, and with no other error. */
export async function expectRefusal(
  work: () => unknown,
  reasons: readonly CryptoErrorReason[],
  claim: string,
): Promise<void> {
  const failure = await catchFailure(work);
  if (!(failure instanceof CryptoError)) throw new Error(`${claim}: ended in ${String(failure)}`);
  if (!reasons.includes(failure.reason)) {
    throw new Error(`${claim}: expected ${reasons.join(" or ")}, got ${failure.reason}`);
  }
  expectTrue(failure.cause === undefined, `${claim}: the error has no cause`);
}

/** Success or a CryptoError: untrusted input may have no other outcome. */
export async function expectTypedOutcome(work: () => unknown, claim: string): Promise<void> {
  const failure = await catchFailure(work);
  if (failure === undefined || failure instanceof CryptoError) return;
  throw new Error(`${claim}: ended in ${String(failure)}`);
}

/** Undefined if the work succeeds. */
export async function catchFailure(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (failure) {
    return failure ?? "an empty failure";
  }
}

function formatSorted(value: unknown): string {
  return String(JSON.stringify(value, (_, member) => sortMembers(member)));
}

function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
