import { createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { AppError } from "#lib/core/errors.ts";
import { countPemBlocks, readKeyText } from "#lib/crypto/key-text.ts";
import type { SigningJwk } from "#lib/crypto/merchant-signature.ts";
import type { SigningKey } from "./contract.ts";

export type ReadSigningKey = Pick<SigningKey, "kid" | "algorithm" | "publicKey">;

/**
 * Reads a public key: PEM, or a JWK as an object or as text. `kid` is its RFC 7638 thumbprint in
 * base64url, `publicKey` a PEM SubjectPublicKeyInfo. Throws `invalid_request` that names the reason
 * for a private key, or for an algorithm other than ES256 or EdDSA (Ed25519).
 */
export async function readSigningKey(text: Material): Promise<ReadSigningKey> {
  const material = parseMaterial(text);
  if (isPrivate(material)) {
    throw invalid(
      "is a private key; send the public key of a new pair, since this one has left your system",
    );
  }
  const key = importPublic(material);
  const algorithm = algorithmOf(key);
  if (!algorithm) throw invalid("must be a key for ES256 (P-256) or EdDSA (Ed25519)");

  const kid = await calculateJwkThumbprint(key.export({ format: "jwk" }));
  const publicKey = key.export({ format: "pem", type: "spki" }).toString();
  return { kid, algorithm, publicKey };
}

/** The public key of a `publicKey` that readSigningKey returned earlier. */
export function toSigningJwk(publicKey: string): SigningJwk {
  const { kty = "", crv = "", x = "", y } = createPublicKey(publicKey).export({ format: "jwk" });
  return { kty, crv, x, ...(y !== undefined && { y }) };
}

type Material = string | Record<string, unknown>;

function parseMaterial(text: Material): Material {
  if (typeof text !== "string" || !text.trimStart().startsWith("{")) return text;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw unreadable();
  }
}

function isPrivate(material: Material): boolean {
  if (typeof material === "string") return /PRIVATE KEY/.test(material);
  return "d" in material || "k" in material;
}

function importPublic(material: Material): KeyObject {
  if (typeof material === "string" && countPemBlocks(material) > 1) {
    throw invalid("is more than one key; send one alone");
  }
  try {
    if (typeof material !== "string") return createPublicKey({ key: material, format: "jwk" });
    const { label, der } = readKeyText(material);
    if (label !== "PUBLIC KEY") throw unreadable();
    return createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  } catch {
    throw unreadable();
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  if (asymmetricKeyType === "ed25519") return "EdDSA" as const;
  const isP256 = asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? ("ES256" as const) : undefined;
}

function unreadable(): AppError {
  return invalid("must be PEM (-----BEGIN PUBLIC KEY-----) or a JWK");
}

function invalid(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `publicKey: ${reason}`,
  });
}
