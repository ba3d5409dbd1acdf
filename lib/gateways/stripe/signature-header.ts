/** Stripe signs each delivery anew, so an honest one is never old. */
export const TOLERANCE_SECONDS = 300;

/** A few signatures, as while a secret is rolled. */
const MAX_LENGTH = 1_000;

/** Whether the header has a time that is not too old and a signature (https://docs.stripe.com/webhooks/signature). */
export function looksSignedByStripe(headers: Headers): boolean {
  const header = headers.get("stripe-signature") ?? "";
  if (header.length > MAX_LENGTH) return false;
  const time = /(?:^|,)t=(\d{1,11})(?:,|$)/.exec(header)?.[1];
  const isRecent = Date.now() / 1000 - Number(time ?? 0) <= TOLERANCE_SECONDS;
  return isRecent && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(header);
}
