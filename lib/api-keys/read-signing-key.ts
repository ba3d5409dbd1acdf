import { createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { AppError } from "#lib/core/errors.ts";
import type { signatureAlgorithms } from "./contract.ts";

type SigningPublicKey = {
  /** RFC 7638 thumbprint, base64url */
  kid: string;
  algorithm: (typeof signatureAlgorithms)[number];
  /** PEM SubjectPublicKeyInfo */
  publicKey: string;
};

/**
 * The public key of a PEM text, or of a JWK as object or text. Throws `invalid_request` that says
 * so where it is a private key, or of another algorithm than ES256 or EdDSA (Ed25519).
 */
export async function readSigningKey(given: string | Record<string, unknown>) {
  const material = parseMaterial(given);
  if (isPrivate(material)) {
    throw invalid(
      "is a private key; send the public key, and replace this pair: its private key has traveled",
    );
  }
  const key = importPublic(material);
  const algorithm = algorithmOf(key);
  if (!algorithm) throw invalid("must be a key for ES256 (P-256) or EdDSA (Ed25519)");

  const kid = await calculateJwkThumbprint(key.export({ format: "jwk" }));
  const publicKey = key.export({ format: "pem", type: "spki" }).toString();
  return { kid, algorithm, publicKey } satisfies SigningPublicKey;
}

type Material = string | Record<string, unknown>;

function parseMaterial(given: Material): Material {
  if (typeof given !== "string" || !given.trimStart().startsWith("{")) return given;
  try {
    return JSON.parse(given) as Record<string, unknown>;
  } catch {
    throw unreadable();
  }
}

function isPrivate(material: Material): boolean {
  if (typeof material === "string") return /PRIVATE KEY/.test(material);
  return "d" in material || "k" in material;
}

function importPublic(material: Material): KeyObject {
  try {
    if (typeof material !== "string") return createPublicKey({ key: material, format: "jwk" });
    // Of one block alone: what stands beside a public key is not for us.
    if (!onePublicKey.test(material)) throw unreadable();
    return createPublicKey({ key: material, format: "pem" });
  } catch {
    throw unreadable();
  }
}

const onePublicKey = /^\s*-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/;

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  if (asymmetricKeyType === "ed25519") return "EdDSA" as const;
  const isP256 = asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? ("ES256" as const) : undefined;
}

function unreadable(): AppError {
  return invalid("must be a public key, as PEM (-----BEGIN PUBLIC KEY-----) or as a JWK");
}

function invalid(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `publicKey: ${reason}`,
  });
}
