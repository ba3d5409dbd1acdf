import { ApiError } from "#lib/client/api-error.ts";
import { textOf } from "#lib/client/send-request.ts";

export type Credentials = { email: string; password: string; code?: string };

export type SignInRefusal =
  | { state: "wrong_credentials" }
  | { state: "second_factor_needed" }
  | { state: "wrong_code" }
  | { state: "too_many_tries"; seconds: number }
  /** The provider signed the person in, but this service refuses the sign-in. */
  | { state: "email_not_verified" | "not_confirmed" | "recovery_hold" | "no_member" }
  | { state: "service_unavailable" }
  /** Refused by a provider, or by next-auth itself. */
  | { state: "not_completed" };

export type SignInResult = { state: "signed_in" } | SignInRefusal;

const plainRefusals = [
  "second_factor_needed",
  "wrong_code",
  "email_not_verified",
  "not_confirmed",
  "recovery_hold",
  "no_member",
  "service_unavailable",
] as const;

const DEFAULT_WAIT_SECONDS = 60;

export async function signInWithPassword(credentials: Credentials): Promise<SignInResult> {
  const { searchParams } = await callAuth("/callback/credentials", credentials);
  return readRefusal(searchParams) ?? { state: "signed_in" };
}

/** Why the sign-in was refused, from the query of the sign-in page; undefined if it does not say. */
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

/**
 * Leaves for the provider's own page, which sends people back to `returnPath`. `anew` asks it for a
 * sign-in even where it has a session (OpenID Connect Core section 3.1.2.1), as a proof of who one is.
 */
export async function signInWithProvider(returnPath: string, { anew = false } = {}): Promise<void> {
  const query = anew ? "?prompt=login&max_age=0" : "";
  const address = await callAuth(`/signin/oidc${query}`, { callbackUrl: returnPath });
  window.location.assign(address);
}

export async function signOut(): Promise<void> {
  await callAuth("/signout");
}

/**
 * Calls next-auth's own endpoints, which sign in and out, and returns the address it wants to send
 * the browser to. Throws ApiError where it gives none.
 */
async function callAuth(path: string, fields: Record<string, string> = {}): Promise<URL> {
  const csrfToken = await ask("/api/auth/csrf", { cache: "no-store" }, "csrfToken");
  const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
  const url = await ask(`/api/auth${path}`, { method: "POST", body }, "url");
  return new URL(url, window.location.origin);
}

async function ask(address: string, request: RequestInit, name: string): Promise<string> {
  const response = await fetch(address, request).catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: "no_answer", message: "No answer", cause });
  });
  const answer = textOf(await response.json().catch(() => undefined), name);
  if (answer !== undefined) return answer;

  const { status } = response;
  throw new ApiError({ status, code: "unreadable", message: `Status ${status}` });
}
