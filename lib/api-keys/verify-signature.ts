import type { Caller, Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import {
  type DetachedJws,
  importSigningKey,
  type MerchantSignature,
  parseDetachedJws,
  type SignatureAlgorithm,
  type SigningJwk,
  verifyDetachedJws,
} from "#lib/crypto/merchant-signature.ts";
import { findMismatches, type SignatureBinding } from "./contract-binding.ts";
import { createKeyCache, outlastKeyCaches } from "./key-cache.ts";
import { toSigningJwk } from "./read-signing-key.ts";
import { selectActivePublicKey, selectSignatureRequired } from "./store-signing-keys.ts";

/** What is asked for, as the path says. */
export type SignedRequest =
  | Pick<Extract<SignatureBinding, { request: "create" }>, "request" | "gateway">
  | Pick<Extract<SignatureBinding, { request: "refund" }>, "request" | "gateway" | "paymentId">;

type VerificationKey = { key: CryptoKey; algorithm: SignatureAlgorithm; jwk: SigningJwk };

const cachedKeys = createKeyCache<VerificationKey>();

/** An RFC 7638 thumbprint by SHA-256, as every registered key has one. */
const thumbprint = /^[\w-]{43}$/;

/**
 * Verifies the merchant's signature over the body exactly as it was sent, and that it is for this request where it
 * says what it is for. Undefined for a request that is not signed and need not be. Throws `invalid_signature`.
 */
export async function verifySignature({
  caller,
  request,
  signature,
  body,
}: {
  caller: Caller;
  request: SignedRequest;
  /** The X-Merchant-Signature header. */
  signature: string | null;
  body: Uint8Array;
}): Promise<MerchantSignature | undefined> {
  if (signature === null) {
    if (await requiresSignature(caller)) throw refused("is required in this environment");
    return undefined;
  }

  const jws = readJws(signature);
  const key = await findKey(caller, jws.header.kid);
  if (!key) throw refused("kid names no active signing key of this organization and environment");
  if (jws.header.alg !== key.algorithm) throw refused(`alg must be ${key.algorithm} for this key`);

  await verifyDetachedJws(jws, { bytes: body, ...key }).catch((error: unknown) => {
    throw error instanceof CryptoError ? refused("does not match the body as it was sent") : error;
  });
  // Only now: the header is signed, too.
  requireMatch(jws.header.binding, caller, request);
  return { jws: signature, signedBytes: encodeBase64Url(new Uint8Array(body)), jwk: key.jwk };
}

/** Against a replay: of another organization, in another environment, at another gateway, or as another request. */
function requireMatch(binding: unknown, caller: Tenant, request: SignedRequest): void {
  if (binding === undefined) return;
  const { organizationId: organization, environment } = caller;
  const mismatches = findMismatches(binding, { organization, environment, ...request });
  if (mismatches === "malformed") {
    throw refused(
      "sealslip in its header must have organization, environment, gateway, and request: create, or refund " +
        "with paymentId",
    );
  }
  const [first] = mismatches;
  if (first !== undefined)
    throw refused(`sealslip.${first} in its header is not that of the request`);
}

/**
 * Call it once the end of a key is stored. Resolves when no process of the service relies on what it
 * read before.
 */
export async function forgetSigningKeysEverywhere(): Promise<void> {
  cachedKeys.forget();
  await outlastKeyCaches();
}

/** Read with the API key, so that a payment that need not be signed costs no query. */
async function requiresSignature(caller: Caller): Promise<boolean> {
  return caller.via === "key" ? caller.requiresSignature : await selectSignatureRequired(caller);
}

function readJws(text: string): DetachedJws {
  try {
    return parseDetachedJws(text);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw refused(
      error.reason === "unsupported_algorithm"
        ? 'must have alg ES256 or EdDSA, b64 false, and crit ["b64"] or ["b64", "sealslip"] in its header'
        : "must be a detached JWS with a kid in its header",
    );
  }
}

async function findKey(tenant: Tenant, kid: string): Promise<VerificationKey | undefined> {
  if (!thumbprint.test(kid)) return undefined;
  const id = `${tenant.organizationId}/${tenant.environment}/${kid}`;
  return await cachedKeys.find(id, () => readKey(tenant, kid));
}

async function readKey(
  { organizationId, environment }: Tenant,
  kid: string,
): Promise<VerificationKey | undefined> {
  const pem = await selectActivePublicKey({ organizationId, environment }, kid);
  if (pem === undefined) return undefined;

  const jwk = toSigningJwk(pem);
  return { ...(await importSigningKey(jwk)), jwk };
}

function refused(reason: string): AppError {
  return new AppError("invalid_signature", {
    message: "Merchant signature verification failed",
    details: `X-Merchant-Signature: ${reason}`,
  });
}
