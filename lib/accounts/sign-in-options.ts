import { config } from "#lib/config.ts";
import { isMailboxOpen } from "#lib/mail/mailbox-access.ts";
import { readDemoFile } from "#prisma/demo-file.ts";
import { allowsPasskeys } from "./challenges.ts";
import type { SignInOptions } from "./contract.ts";

/** The ways to sign in to this installation. */
export async function getSignInOptions(visitor: {
  address: string;
  headers: Headers;
}): Promise<SignInOptions> {
  const { signUp, oidc, dataDir } = config();
  const demo = await readDemoFile(dataDir);
  return {
    signUp,
    oidc: oidc ? { name: oidc.name } : null,
    passkeys: allowsPasskeys(),
    demo: demo !== undefined,
    mailbox: isMailboxOpen(visitor),
  };
}
