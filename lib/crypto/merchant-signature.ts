import { calculateJwkThumbprint, flattenedVerify } from "jose";
import { type Bytes, decodeBase64Url, decodeUtf8 } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";

export type SignatureAlgorithm = "ES256" | "EdDSA";

/** A public key (RFC 7517): `y` on P-256, none on Ed25519. Other members are ignored. */
export type SigningJwk = { kty: string; crv: string; x: string; y?: string | undefined };

/** The proof that a merchant signed a request. `signedBytes` is base64url of the body as it was sent. */
export type MerchantSignature = { jws: string; signedBytes: string; jwk: SigningJwk };

type SignatureHeader = {
  alg: SignatureAlgorithm;
  kid: string;
  /** What the signature is for, as its header says in the member `sealslip`; unread. */
  binding?: unknown;
};

/** The JWS without its payload, parsed: `<protected>..<signature>` (RFC 7515 appendix F). */
export type DetachedJws = { protected: string; signature: string; header: SignatureHeader };

/** Private to this service (RFC 7515 section 4.3). Its readers compare it: being signed proves nothing by itself. */
const BINDING = "sealslip";

const platformAlgorithms = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
};

/**
 * Reads a detached JWS with an unencoded payload (RFC 7797 section 3). It verifies nothing. Throws
 * `malformed_signature` or `unsupported_algorithm`.
 */
export function parseDetachedJws(jws: string): DetachedJws {
  const [encodedHeader = "", payload, signature = "", ...others] = jws.split(".");
  if (payload !== "" || others.length > 0) throw malformed();
  requireBase64Url(signature);
  return { protected: encodedHeader, signature, header: readHeader(encodedHeader) };
}

/** Throws `wrong_signature` unless the key's owner signed exactly these bytes. */
export async function verifyDetachedJws(
  jws: DetachedJws,
  { bytes, key, algorithm }: { bytes: Uint8Array; key: CryptoKey; algorithm: SignatureAlgorithm },
): Promise<void> {
  try {
    await flattenedVerify(
      { protected: jws.protected, signature: jws.signature, payload: bytes },
      key,
      // The key determines its algorithm; the header is only the sender's claim.
      { algorithms: [algorithm], crit: { [BINDING]: true } },
    );
  } catch {
    throw wrongSignature();
  }
}

/**
 * Verifies a proof by its own content and returns the signed bytes, with the RFC 7638 thumbprint of the key and
 * what the signature says it is for. It does not identify the owner of the key. Throws `malformed_signature`,
 * `unsupported_algorithm`, `unsupported_key`, `missing_algorithm`, or `wrong_signature`.
 */
export async function verifyMerchantSignature({
  jws,
  signedBytes,
  jwk,
}: MerchantSignature): Promise<{ bytes: Bytes; thumbprint: string; binding: unknown }> {
  const parsed = parseDetachedJws(jws);
  const bytes = requireBase64Url(signedBytes);
  const { key, algorithm } = await importSigningKey(jwk);
  await verifyDetachedJws(parsed, { bytes, key, algorithm });

  const thumbprint = await calculateJwkThumbprint(materialOf(jwk));
  // `kid` is signed, so a proof cannot be moved to another key that also verifies it.
  if (parsed.header.kid !== thumbprint) throw wrongSignature();
  return { bytes, thumbprint, binding: parsed.header.binding };
}

/**
 * For verifying only. Throws `unsupported_key` unless it is a key of P-256 or Ed25519, and
 * `missing_algorithm` if the platform lacks Ed25519.
 */
export async function importSigningKey(
  jwk: SigningJwk,
): Promise<{ key: CryptoKey; algorithm: SignatureAlgorithm }> {
  const algorithm = algorithmOf(jwk);
  const platform = platformAlgorithms[algorithm];
  try {
    const key = await crypto.subtle.importKey("jwk", materialOf(jwk), platform, true, ["verify"]);
    return { key, algorithm };
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") {
      throw new CryptoError("missing_algorithm", `This platform has no ${jwk.crv}.`);
    }
    throw unsupportedKey();
  }
}

/** Without members that could forbid the use, such as `key_ops`. */
function materialOf({ kty, crv, x, y }: SigningJwk) {
  return { kty, crv, x, ...(y !== undefined && { y }) };
}

function algorithmOf({ kty, crv }: SigningJwk): SignatureAlgorithm {
  if (kty === "EC" && crv === "P-256") return "ES256";
  if (kty === "OKP" && crv === "Ed25519") return "EdDSA";
  throw unsupportedKey();
}

function readHeader(encoded: string): SignatureHeader {
  const { alg, kid, b64, crit, [BINDING]: binding } = parseHeader(encoded);
  // RFC 7797 section 6: a verifier that does not know `b64` would verify another text, so it must be
  // critical.
  const isUnencoded = b64 === false && isCritical(crit, binding);
  if (!isUnencoded || (alg !== "ES256" && alg !== "EdDSA")) {
    throw new CryptoError(
      "unsupported_algorithm",
      "The signature is not ES256 or EdDSA with b64 false, which crit lists.",
    );
  }
  if (typeof kid !== "string") throw malformed();
  return { alg, kid, binding };
}

/** Lists `b64`, and the binding at most if there is one (RFC 7515 section 4.1.11), each once. */
function isCritical(crit: unknown, binding: unknown): boolean {
  if (!Array.isArray(crit) || !crit.includes("b64")) return false;
  const known = binding === undefined ? ["b64"] : ["b64", BINDING];
  return new Set(crit).size === crit.length && crit.every((name) => known.includes(name));
}

function parseHeader(encoded: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(decodeUtf8(decodeBase64Url(encoded)));
    if (typeof header === "object" && header !== null && !Array.isArray(header)) {
      return { ...header };
    }
  } catch {
    throw malformed();
  }
  throw malformed();
}

/** Strict, unlike jose: one signature has one spelling. */
function requireBase64Url(text: string): Bytes {
  try {
    return decodeBase64Url(text);
  } catch {
    throw malformed();
  }
}

function malformed(): CryptoError {
  return new CryptoError(
    "malformed_signature",
    "The signature is not a detached JWS with a kid, or its bytes are not base64url.",
  );
}

function wrongSignature(): CryptoError {
  return new CryptoError("wrong_signature", "The key did not sign these bytes.");
}

function unsupportedKey(): CryptoError {
  return new CryptoError("unsupported_key", "The key is not on P-256 or Ed25519.");
}
