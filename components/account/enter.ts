import type { SignInOutcome } from "#lib/client/sign-in.ts";
import { goHome } from "./go-home.ts";

/** Goes on with an account that was made a moment ago. */
export async function enter(outcome: SignInOutcome): Promise<void> {
  if (outcome.state === "signed_in") return await goHome();
  // The account is there all the same: the sign-in page tells what is in the way.
  window.location.assign(`/sign-in${window.location.search}`);
}
