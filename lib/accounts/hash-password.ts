import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { currentOrigin } from "#lib/audit/origin.ts";
import { addressBlock, UNKNOWN_ADDRESS } from "#lib/limits/addresses.ts";
import { Places } from "#lib/limits/places.ts";

/** OWASP's recommendation for argon2id, the package's default algorithm: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays free for payments. An address has one place of the two. */
const places = new Places({ kind: "passwords", places: 2, queue: 64 });

const processWide = globalThis as { sealslipDecoyHash?: Promise<string> };

/** Throws `rate_limit_exceeded` or `service_unavailable` where too many wait to have theirs hashed. */
export async function hashPassword(password: string): Promise<string> {
  return await inPlaces(() => hash(normalize(password), cost));
}

async function inPlaces<T>(work: () => Promise<T>): Promise<T> {
  const { address } = currentOrigin();
  return await places.run(addressBlock(address ?? UNKNOWN_ADDRESS), work);
}

/** Takes the same time if there is no hash to compare with. Throws as `hashPassword` does. */
export async function matchesPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? (await decoyHash());
  const matches = await inPlaces(() => verify(known, normalize(password)));
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
