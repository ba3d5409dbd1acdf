import type { SignInOptions, signInOptionsOperation } from "#lib/accounts/contract.ts";
import { callApi } from "#lib/browser/api.ts";

export function getSignInOptions(signal: AbortSignal): Promise<SignInOptions> {
  const path = "/api/console/sign-in-options";
  return callApi<typeof signInOptionsOperation>("GET", path, { signal });
}
