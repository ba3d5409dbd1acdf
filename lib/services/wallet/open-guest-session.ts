import { findWalletSession, mayOpenReceipts } from "#lib/auth/session.ts";
import type { SignedIn } from "#lib/auth/sign-in.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { findDemoIssuer } from "./find-demo-issuer.ts";

/**
 * What makes a visitor a guest of the demo wallet. Throws `not_found` where this installation has no
 * demo, `conflict` for a member who may open receipts, and so is in the wallet already.
 */
export async function openGuestSession({ cookies }: { cookies: string | null }): Promise<SignedIn> {
  const session = await findWalletSession(cookies);
  if (session && !session.guest && mayOpenReceipts(session)) {
    throw new AppError("conflict", { message: "You are signed in; sign out to be a guest" });
  }
  const issuer = await findDemoIssuer();
  if (!issuer) throw new AppError("not_found", { message: "This installation has no demo wallet" });

  return { memberId: issuer.id, sessionVersion: issuer.sessionVersion, guest: true };
}
