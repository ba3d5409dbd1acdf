/**
 * A command for the machine that has the private key: makes signing-key.pem if there is none, and prints the public
 * key and the signed challenge. Needs Node alone.
 */
export function proofCommand(challenge: string): string {
  return `node --input-type=module <<'END'
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const file = "signing-key.pem";
if (!existsSync(file)) {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
}
const key = createPrivateKey(readFileSync(file));
const publicKey = createPublicKey(key);
const { crv, kty, x, y } = publicKey.export({ format: "jwk" });
const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
const [alg, hash] = kty === "OKP" ? ["EdDSA", null] : ["ES256", "sha256"];
const encode = (text) => Buffer.from(text).toString("base64url");
const input = encode(JSON.stringify({ alg, kid })) + "." + encode("${challenge}");
const signature = sign(hash, Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });

console.log(publicKey.export({ type: "spki", format: "pem" }));
console.log(input + "." + signature.toString("base64url"));
END`;
}
