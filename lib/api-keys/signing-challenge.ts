import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { decodeBase64Url, encodeBase64Url } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { importSigningKey } from "#lib/crypto/merchant-signature.ts";
import { readPossessionProof } from "#lib/crypto/possession-proof.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { SigningChallenge } from "./contract.ts";
import { type ReadSigningKey, toSigningJwk } from "./read-signing-key.ts";

/** Long enough to fetch the proof from the machine that has the private key. */
export const CHALLENGE_MINUTES = 15;

type Challenged = Pick<MemberCaller, "organizationId" | "environment" | "scopes">;

const PURPOSE = "sealslip-signing-key";

/**
 * What a merchant signs with a private key before its public key is registered:
 * `sealslip-signing-key/<organization>/<environment>/<end>/<tag>`. Nothing is stored; the tag makes it ours.
 */
export function createSigningChallenge({ caller }: { caller: Challenged }): SigningChallenge {
  requireMerchant(caller);
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000);
  const { organizationId, environment } = caller;
  const claims = [PURPOSE, organizationId, environment, expiresAt.toISOString()].join("/");
  // Nothing is encrypted: the tag over the claims, as additional data, is all that is needed.
  const tag = serviceSecrets().keyring.encrypt("", challengeContext(claims));
  return { challenge: `${claims}/${encodeBase64Url(tag)}`, expiresAt };
}

export function requireMerchant({ scopes }: Pick<MemberCaller, "scopes">): void {
  if (scopes.includes("payments:write")) return;
  throw new AppError("forbidden", {
    message: "Only merchants sign receipts, and this organization is not one",
  });
}

/** Throws `invalid_request` unless the key signed a challenge of the caller's organization and environment. */
export async function requirePossession(
  proof: string,
  key: ReadSigningKey,
  caller: Challenged,
): Promise<void> {
  const { text, kid } = await readProof(proof.trim(), key);
  if (kid !== key.kid) throw invalid(`kid in its header must be ${key.kid}`);

  const [purpose, organizationId, environment, end = "", tag = "", ...others] = text.split("/");
  const claims = [purpose, organizationId, environment, end].join("/");
  if (purpose !== PURPOSE || others.length > 0 || !isOurs(claims, tag)) {
    throw invalid("does not sign a challenge of this service");
  }
  if (organizationId !== caller.organizationId || environment !== caller.environment) {
    throw invalid("signs a challenge for another organization or environment");
  }
  if (Date.parse(end) <= Date.now()) {
    throw invalid(
      `signs a challenge that has expired after ${CHALLENGE_MINUTES} minutes; get a new one`,
    );
  }
}

async function readProof(proof: string, key: ReadSigningKey) {
  try {
    return await readPossessionProof(proof, await importSigningKey(toSigningJwk(key.publicKey)));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw invalid(
      error.reason === "wrong_signature"
        ? `is not signed by the private key of publicKey with alg ${key.algorithm}`
        : "must be a compact JWS: three parts with a dot between them, and no crit in its header",
    );
  }
}

function isOurs(claims: string, tag: string): boolean {
  try {
    serviceSecrets().keyring.decrypt(decodeBase64Url(tag), challengeContext(claims));
    return true;
  } catch (error) {
    if (error instanceof CryptoError) return false;
    throw error;
  }
}

function challengeContext(claims: string): string {
  return `signing_key.challenge:${claims}`;
}

function invalid(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `proof: ${reason}`,
  });
}
