import { readReturnPath } from "#lib/browser/return-path.ts";
import type { SignInResult } from "#lib/browser/sign-in.ts";

/**
 * Goes where somebody wanted to go before signing in, or to the console of the organization. As a new
 * document: nothing that was fetched before is of this member.
 */
export async function goHome(): Promise<void> {
  const { search, origin } = window.location;
  const returnPath = readReturnPath(new URLSearchParams(search).get("next"), origin);
  window.location.assign(returnPath ?? (await findHome()));
}

async function findHome(): Promise<string> {
  // Only after a sign-in: the page of the form does without them.
  const [{ consolesOf }, { fetchSession }] = await Promise.all([
    import("#components/console/current-console.tsx"),
    import("#lib/browser/fetch-session.ts"),
  ]);
  const { organization } = await fetchSession();
  return consolesOf(organization.kind)[0]?.href ?? "/";
}

/** Continues with an account that was just created. */
export async function enter(outcome: SignInResult): Promise<void> {
  if (outcome.state === "signed_in") return await goHome();
  // The account exists all the same: the sign-in page explains the refusal.
  window.location.assign(`/sign-in${window.location.search}`);
}
