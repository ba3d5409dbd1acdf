import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { calculateJwkThumbprint } from "jose";

export type SigningPair = {
  kid: string;
  algorithm: "ES256" | "EdDSA";
  publicKey: KeyObject;
  privateKey: KeyObject;
};

export async function createSigningPair(algorithm: SigningPair["algorithm"]): Promise<SigningPair> {
  const { publicKey, privateKey } =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("ed25519");
  const kid = await calculateJwkThumbprint(publicKey.export({ format: "jwk" }));
  return { kid, algorithm, publicKey, privateKey };
}

/**
 * The X-Merchant-Signature of a body, written out with node:crypto alone: RFC 7515 appendix F with
 * RFC 7797. `header` replaces members of the right header, where undefined leaves one out.
 */
export function signRequest(
  pair: SigningPair,
  body: string,
  header: Record<string, unknown> = {},
): string {
  const members = { ...nameKey(pair), b64: false, crit: ["b64"], ...header };
  const encoded = Buffer.from(JSON.stringify(members)).toString("base64url");
  const payload = members.b64 === false ? body : Buffer.from(body).toString("base64url");
  return `${encoded}..${signText(pair, `${encoded}.${payload}`)}`;
}

/** Members for the header that say what the signature is for. */
export function bindTo(binding: Record<string, unknown>): Record<string, unknown> {
  return { crit: ["b64", "sealslip"], sealslip: binding };
}

/** The proof that the private key is there, as a compact JWS. */
export function signChallenge(
  pair: SigningPair,
  challenge: string,
  header: Record<string, unknown> = {},
): string {
  const parts = [JSON.stringify({ ...nameKey(pair), ...header }), challenge];
  const input = parts.map((part) => Buffer.from(part).toString("base64url")).join(".");
  return `${input}.${signText(pair, input)}`;
}

const nameKey = ({ algorithm: alg, kid }: SigningPair) => ({ alg, kid });

function signText({ algorithm, privateKey }: SigningPair, text: string): string {
  const hash = algorithm === "ES256" ? "sha256" : null;
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  return sign(hash, Buffer.from(text), key).toString("base64url");
}
