import { publicUrl } from "#lib/public-url.ts";
import type { SignInOutcome } from "./sign-in.ts";

export const SIGN_IN_PAGE = "/sign-in";

/** Where to send somebody who may not come in, with `?error=` for the page; undefined for who may. */
export function signInRefusal(outcome: SignInOutcome): string | undefined {
  if (outcome.state === "signed_in") return undefined;

  const url = new URL(`${publicUrl()}${SIGN_IN_PAGE}`);
  url.searchParams.set("error", outcome.state);
  if (outcome.state === "too_many_tries") {
    url.searchParams.set("retryAfter", String(outcome.retryAfter));
  }
  return url.href;
}
