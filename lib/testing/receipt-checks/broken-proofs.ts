import { encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };

type Json = Record<string, unknown>;

export type Proof = { jws: string; signedBytes: string; jwk: Json };

type Change = { proof: (proof: Proof) => unknown } | { text: string } | { header: Json };

const proofs: [string, (proof: Proof) => unknown][] = [
  ["null", () => null],
  [
    "a JWS with its payload",
    ({ jws, ...others }) => ({ ...others, jws: jws.replace("..", ".e30.") }),
  ],
  ["a JWS of two parts", ({ jws, ...others }) => ({ ...others, jws: jws.replace("..", ".") })],
  ["a padded signature", ({ jws, ...others }) => ({ ...others, jws: `${jws}=` })],
  ["a signature that is cut", ({ jws, ...others }) => ({ ...others, jws: jws.slice(0, -4) })],
  [
    "a header that is a list",
    ({ jws, ...others }) => ({ ...others, jws: `W10${jws.slice(jws.indexOf("."))}` }),
  ],
  ["other bytes", (proof) => ({ ...proof, signedBytes: encodeBase64Url(encodeUtf8("{}")) })],
  ["no base64url", (proof) => ({ ...proof, signedBytes: `${proof.signedBytes}+` })],
  ["no key", (proof) => ({ ...proof, jwk: {} })],
  ["another key", (proof) => ({ ...proof, jwk: vectors.signers.ES256.privateKey })],
  ["another curve", (proof) => ({ ...proof, jwk: { ...proof.jwk, crv: "X25519" } })],
  ["a key that is cut", (proof) => ({ ...proof, jwk: { ...proof.jwk, x: "AAAA" } })],
];

const texts: [string, string][] = [
  ["no JSON", "no JSON"],
  ["a list", "[]"],
  ["NaN", '{"amount":NaN}'],
  ["9 levels", `{"a":${"[".repeat(8)}${"]".repeat(8)}}`],
];

const headers: Json[] = [
  { alg: "none" },
  { alg: "ES256" },
  { b64: true },
  { b64: undefined },
  { crit: ["b64", "exp"], exp: 1 },
  { crit: ["b64", "b64"] },
  { crit: [] },
  { kid: "another" },
  { kid: 1 },
];

/** What is no proof: its name, and how it is made of one. */
export const brokenProofs: [string, Change][] = [
  ...proofs.map(([name, proof]): [string, Change] => [`proof: ${name}`, { proof }]),
  ...texts.map(([name, text]): [string, Change] => [`signed text: ${name}`, { text }]),
  ...headers.map((header): [string, Change] => [`header: ${JSON.stringify(header)}`, { header }]),
];
