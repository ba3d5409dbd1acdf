import { findSession } from "#lib/auth/session.ts";
import { scopesOfMember } from "#lib/contract/scope.ts";
import type { WalletSession } from "#lib/contract/wallet.ts";
import { findDemoIssuer } from "./find-demo-issuer.ts";

/** Whether the browser with these cookies may use the wallet, and whether a guest could. */
export async function getWalletSession({
  cookies,
}: {
  cookies: string | null;
}): Promise<WalletSession> {
  const demo = (await findDemoIssuer()) !== undefined;
  const session = await findSession(cookies);
  if (!session) return { visitor: "nobody", demo };
  if (session.guest) return { visitor: "guest", demo };

  const mayOpen = scopesOfMember(session.kind, session.role).includes("receipts:decrypt");
  return { visitor: mayOpen ? "member" : "elsewhere", demo };
}
