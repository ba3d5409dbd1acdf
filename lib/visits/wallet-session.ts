import type { WalletSession } from "#lib/accounts/contract-wallet.ts";
import { findSession, mayOpenReceipts } from "#lib/accounts/find-session.ts";
import { findVisit } from "./visit.ts";
import { hasDemo } from "./visitors.ts";

/** Whether the browser with these cookies may use the wallet, and whether there is a demo to visit here. */
export async function getWalletSession({
  cookies,
}: {
  cookies: string | null;
}): Promise<WalletSession> {
  const demo = await hasDemo();
  const member = await findSession(cookies);
  if (member && mayOpenReceipts(member)) return { visitor: "member", demo };
  if (await findVisit(cookies)) return { visitor: "visit", demo };
  return { visitor: member ? "elsewhere" : "nobody", demo };
}
