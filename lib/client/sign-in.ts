import type { SignInOptions, signInOptionsOperation } from "#lib/contract/session.ts";
import { callApi } from "./call-api.ts";
import { callAuth } from "./call-auth.ts";

export type Credentials = { email: string; password: string; code?: string };

export type SignInRefusal =
  | { state: "wrong_credentials" }
  | { state: "second_factor_needed" }
  | { state: "wrong_code" }
  | { state: "too_many_tries"; seconds: number }
  /** A provider knows them, this service does not. */
  | { state: "email_not_verified" | "no_member" }
  | { state: "service_unavailable" }
  /** By a provider, or by next-auth itself. */
  | { state: "not_completed" };

export type SignInOutcome = { state: "signed_in" } | SignInRefusal;

const plainRefusals = [
  "second_factor_needed",
  "wrong_code",
  "email_not_verified",
  "no_member",
  "service_unavailable",
] as const;

const DEFAULT_WAIT_SECONDS = 60;

export function getSignInOptions(signal: AbortSignal): Promise<SignInOptions> {
  const path = "/api/console/sign-in-options";
  return callApi<typeof signInOptionsOperation>("GET", path, { signal });
}

export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const { searchParams } = await callAuth("/callback/credentials", credentials);
  return readRefusal(searchParams) ?? { state: "signed_in" };
}

/** Why nobody is signed in, as an address of the sign-in page tells it; undefined where it does not. */
export function readRefusal(params: URLSearchParams): SignInRefusal | undefined {
  const error = params.get("error");
  if (error === null) return undefined;
  if (error === "CredentialsSignin") return { state: "wrong_credentials" };
  if (error !== "too_many_tries") {
    return { state: plainRefusals.find((state) => state === error) ?? "not_completed" };
  }

  const seconds = Number(params.get("retryAfter"));
  return { state: error, seconds: seconds > 0 ? Math.ceil(seconds) : DEFAULT_WAIT_SECONDS };
}

/** Leaves for the provider's own page, which sends people back to `returnPath`. */
export async function signInWithProvider(returnPath: string): Promise<void> {
  const address = await callAuth("/signin/oidc", { callbackUrl: returnPath });
  window.location.assign(address);
}

export async function signOut(): Promise<void> {
  await callAuth("/signout");
}
