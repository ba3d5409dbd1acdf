import { config } from "#lib/config.ts";
import { findSignIn, type SignInRow } from "#lib/storage/members.ts";
import { readDemoFile } from "#prisma/demo-file.ts";

/** The member that guests act for. Undefined where there is no demo, or none of it in development. */
export async function findDemoIssuer(): Promise<SignInRow | undefined> {
  const { dataDir, environments } = config();
  if (!environments.includes("development")) return undefined;
  const demo = await readDemoFile(dataDir);
  return demo && (await findSignIn(demo.logins.issuer.email));
}
