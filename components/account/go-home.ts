import { consolesOf } from "#components/console/consoles.ts";
import { readReturnPath } from "#lib/client/return-path.ts";
import { getSession } from "#lib/client/session.ts";

/**
 * Goes where somebody wanted to go before signing in, or to the console of the organization. As a new
 * document: nothing that was fetched before is of this member.
 */
export async function goHome(): Promise<void> {
  const { search, origin } = window.location;
  const wanted = readReturnPath(new URLSearchParams(search).get("next"), origin);
  window.location.assign(wanted ?? (await findHome()));
}

async function findHome(): Promise<string> {
  const { organization } = await getSession();
  return consolesOf(organization.kind)[0]?.href ?? "/";
}
