import { describeError } from "#lib/browser/describe-error.ts";
import { isUndecided } from "#lib/client/api-error.ts";

/** How long the old key may keep working after a roll. */
export const graces = {
  now: { label: "Not at all", seconds: 0 },
  "1h": { label: "1 hour", seconds: 60 * 60 },
  "1d": { label: "24 hours", seconds: 24 * 60 * 60 },
  "7d": { label: "7 days", seconds: 7 * 24 * 60 * 60 },
} as const;

export type Grace = keyof typeof graces;

/**
 * When the old key would end: after the grace period, or at its own expiry if that is sooner. `now` in
 * milliseconds.
 */
export function graceEnd(
  expiresAt: string | null,
  grace: Grace,
  now: number,
): { at: string; isOwn: boolean } {
  const end = now + graces[grace].seconds * 1000;
  if (expiresAt !== null && Date.parse(expiresAt) < end) return { at: expiresAt, isOwn: true };
  return { at: new Date(end).toISOString(), isOwn: false };
}

/** Whether a text is the private half of a key, as PEM or as a JWK (RFC 7518: members d and k). */
export function looksPrivate(text: string): boolean {
  return /PRIVATE KEY-----/.test(text) || /"(d|k)"\s*:/.test(text);
}

/** Why no key is shown. If only the answer was lost, there is one that its owner never saw. */
export function describeKeyFailure(error: Error): string {
  const reason = describeError(error);
  if (!isUndecided(error)) return reason;
  return `${reason} The key may have been created all the same: look for it in the list first. Its secret is lost, so revoke it.`;
}
