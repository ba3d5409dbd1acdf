import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's recommendation for argon2id, the package's default algorithm: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const processWide = globalThis as { sealslipDecoyHash?: Promise<string> };

export async function hashPassword(password: string): Promise<string> {
  return await hash(normalize(password), cost);
}

/** Takes the same time if there is no hash to compare with. */
export async function matchesPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoyHash()), normalize(password));
  return matches && passwordHash !== undefined;
}

function decoyHash(): Promise<string> {
  processWide.sealslipDecoyHash ??= hashPassword(randomBytes(32).toString("base64url"));
  return processWide.sealslipDecoyHash;
}

/** Normalizes how the keyboard composed the password (NIST SP 800-63B section 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize("NFKC");
}
