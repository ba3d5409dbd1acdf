import { readReturnPath } from "#lib/browser/return-path.ts";
import { type Credentials, signInWithPassword } from "#lib/browser/sign-in.ts";

/**
 * Opens the page that the member wanted before signing in, or the console of the organization. As a new
 * document: no data that was fetched before is of this member.
 */
export async function goHome(): Promise<void> {
  const { search, origin } = window.location;
  const returnPath = readReturnPath(new URLSearchParams(search).get("next"), origin);
  window.location.assign(returnPath ?? (await findHome()));
}

async function findHome(): Promise<string> {
  // Only after a sign-in: the page of the form does not need them.
  const [{ consolesOf }, { fetchSession }] = await Promise.all([
    import("#components/console/current-console.tsx"),
    import("#lib/browser/fetch-session.ts"),
  ]);
  const { organization } = await fetchSession();
  return consolesOf(organization.kind)[0]?.href ?? "/";
}

/** What the link in an email did, for the sign-in page. */
export type Done = "password" | "account" | "membership";

/** Signs in with a password that was just chosen. If that fails, the sign-in page says what was done. */
export async function enter(credentials: Credentials, done: Done): Promise<void> {
  if (await isSignedIn(credentials)) return;
  const params = new URLSearchParams(window.location.search);
  params.set("done", done);
  window.location.assign(`/sign-in?${params}`);
}

async function isSignedIn(credentials: Credentials): Promise<boolean> {
  try {
    const { state } = await signInWithPassword(credentials);
    if (state === "signed_in") await goHome();
    return state === "signed_in";
  } catch {
    // The link has been used in any case: its page cannot try again.
    return false;
  }
}
