import { findWalletSession, mayOpenReceipts } from "#lib/auth/session.ts";
import type { WalletSession } from "#lib/contract/wallet.ts";
import { findDemoIssuer } from "./find-demo-issuer.ts";

/** Whether the browser with these cookies may use the wallet, and whether a guest could. */
export async function getWalletSession({
  cookies,
}: {
  cookies: string | null;
}): Promise<WalletSession> {
  const demo = (await findDemoIssuer()) !== undefined;
  const session = await findWalletSession(cookies);
  if (!session) return { visitor: "nobody", demo };
  if (session.guest) return { visitor: "guest", demo };
  return { visitor: mayOpenReceipts(session) ? "member" : "elsewhere", demo };
}
