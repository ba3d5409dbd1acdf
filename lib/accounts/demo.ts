import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { readDemoFile } from "#prisma/demo-file.ts";
import type { SignInOptions } from "./contract.ts";
import type { WalletSession } from "./contract-wallet.ts";
import { findWalletSession, mayOpenReceipts, type SignedIn } from "./sessions.ts";
import { type SignInRow, selectSignIn } from "./store.ts";

/** The ways to sign in to this installation. */
export async function getSignInOptions(): Promise<SignInOptions> {
  const { signUp, oidc, dataDir } = config();
  const demo = await readDemoFile(dataDir);
  return { signUp, oidc: oidc ? { name: oidc.name } : null, demo: demo !== undefined };
}

/** Whether the browser with these cookies may use the wallet, and whether a guest may. */
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

/**
 * The session of a guest of the demo wallet. Throws `not_found` where this installation has no demo,
 * and `conflict` for a member who may open receipts, and so can use the wallet already.
 */
export async function openGuestSession({ cookies }: { cookies: string | null }): Promise<SignedIn> {
  const session = await findWalletSession(cookies);
  if (session && !session.guest && mayOpenReceipts(session)) {
    throw new AppError("conflict", {
      message: "You are signed in; sign out to continue as a guest",
    });
  }
  const issuer = await findDemoIssuer();
  if (!issuer) throw new AppError("not_found", { message: "This installation has no demo wallet" });

  return { memberId: issuer.id, sessionVersion: issuer.sessionVersion, guest: true };
}

/** The member whom guests act for. Undefined without a demo, or without the environment development. */
async function findDemoIssuer(): Promise<SignInRow | undefined> {
  const { dataDir, environments } = config();
  if (!environments.includes("development")) return undefined;
  const demo = await readDemoFile(dataDir);
  return demo && (await selectSignIn(demo.logins.issuer.email));
}
