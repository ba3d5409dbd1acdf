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
  { kid, algorithm, privateKey }: SigningPair,
  body: string,
  header: Record<string, unknown> = {},
): string {
  const members = { alg: algorithm, kid, b64: false, crit: ["b64"], ...header };
  const encoded = Buffer.from(JSON.stringify(members)).toString("base64url");
  const payload = members.b64 === false ? body : Buffer.from(body).toString("base64url");
  const hash = algorithm === "ES256" ? "sha256" : null;
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign(hash, Buffer.from(`${encoded}.${payload}`), key);
  return `${encoded}..${signature.toString("base64url")}`;
}
