import { calculateJwkThumbprint } from "jose";
import {
  type Bytes,
  decodeBase64Url,
  decodeUtf8,
  encodeBase64Url,
  encodeUtf8,
} from "#lib/crypto/bytes.ts";
import type { CryptoErrorReason } from "#lib/crypto/crypto-error.ts";
import { type MerchantSignature, verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import vectors from "#lib/crypto/vectors/signatures.json" with { type: "json" };
import { flipEachBit } from "./flip-each-bit.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const proofs: [string, MerchantSignature][] = Object.entries(vectors);
const body = '{\n  "merchantName": "Café ☕ 😀",\n  "amount": 1250\n}';

/** The decoded parts of a proof, each with a function that replaces its bytes. */
type Part = {
  name: string;
  bytes: Bytes;
  replace(bytes: Bytes): MerchantSignature;
  reasons: CryptoErrorReason[];
};

function partsOf(proof: MerchantSignature): Part[] {
  const { jws, signedBytes, jwk } = proof;
  const [header = "", , signature = ""] = jws.split(".");
  const point = (["x", "y"] as const).flatMap((name): Part[] => {
    const encoded = jwk[name];
    if (encoded === undefined) return [];
    const bytes = decodeBase64Url(encoded);
    const replace = (value: Bytes) => ({
      ...proof,
      jwk: { ...jwk, [name]: encodeBase64Url(value) },
    });
    return [{ name, bytes, replace, reasons: ["unsupported_key", "wrong_signature"] }];
  });
  return [
    {
      name: "header",
      bytes: decodeBase64Url(header),
      replace: (value) => ({ ...proof, jws: `${encodeBase64Url(value)}..${signature}` }),
      reasons: ["malformed_signature", "unsupported_algorithm", "wrong_signature"],
    },
    {
      name: "signature",
      bytes: decodeBase64Url(signature),
      replace: (value) => ({ ...proof, jws: `${header}..${encodeBase64Url(value)}` }),
      reasons: ["wrong_signature"],
    },
    {
      name: "signedBytes",
      bytes: decodeBase64Url(signedBytes),
      replace: (value) => ({ ...proof, signedBytes: encodeBase64Url(value) }),
      reasons: ["wrong_signature"],
    },
    ...point,
  ];
}

/** The proof with other members in its header. */
function withHeader(proof: MerchantSignature, members: Record<string, unknown>): MerchantSignature {
  const [header = "", , signature = ""] = proof.jws.split(".");
  const parsed: object = JSON.parse(decodeUtf8(decodeBase64Url(header)));
  const encoded = encodeBase64Url(encodeUtf8(JSON.stringify({ ...parsed, ...members })));
  return { ...proof, jws: `${encoded}..${signature}` };
}

/** A valid signature by a new key, with other members in its header. */
async function signWith(others: Record<string, unknown>): Promise<MerchantSignature> {
  const p256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const pair = await crypto.subtle.generateKey(p256, true, ["sign", "verify"]);
  const { kty = "", crv = "", x = "", y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const kid = await calculateJwkThumbprint({ kty, crv, x, y: y ?? "" });
  const members = { alg: "ES256", kid, b64: false, crit: ["b64"], ...others };
  const header = encodeBase64Url(encodeUtf8(JSON.stringify(members)));
  const input = encodeUtf8(`${header}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign(p256, pair.privateKey, input));
  return {
    jws: `${header}..${encodeBase64Url(signature)}`,
    signedBytes: encodeBase64Url(encodeUtf8(body)),
    jwk: { kty, crv, x, y },
  };
}

const kidCase: SuiteCase = {
  name: "signatures: a kid that is not the thumbprint of the key is refused",
  run: async () => {
    const proof = await signWith({ kid: "another" });
    await expectRefusal(() => verifyMerchantSignature(proof), ["wrong_signature"], "kid");
  },
};

const bindingCase: SuiteCase = {
  name: "signatures: what one says it is for comes back, critical or not",
  run: async () => {
    const sealslip = { gateway: "gateway_one" };
    for (const crit of [["b64"], ["b64", "sealslip"], ["sealslip", "b64"]]) {
      const { binding } = await verifyMerchantSignature(await signWith({ crit, sealslip }));
      expectEqual(JSON.stringify(binding), JSON.stringify(sealslip), "binding");
    }
    const { binding } = await verifyMerchantSignature(await signWith({}));
    expectEqual(binding, undefined, "no binding");
  },
};

const casesOfProofs: SuiteCase[] = proofs.flatMap(([algorithm, proof]) => [
  {
    name: `signatures: what another JOSE implementation signed verifies, ${algorithm}`,
    run: async () => {
      const { bytes, thumbprint } = await verifyMerchantSignature(proof);
      expectEqual(decodeUtf8(bytes), body, "signed bytes");
      const [header = ""] = proof.jws.split(".");
      const { kid } = JSON.parse(decodeUtf8(decodeBase64Url(header)));
      expectEqual(thumbprint, kid, "thumbprint");
    },
  },
  ...partsOf(proof).map(({ name, bytes, replace, reasons }) => ({
    name: `signatures: no bit of ${name} can be flipped, ${algorithm}`,
    run: async () => {
      expectTrue(bytes.length > 0, "there are bits to flip");
      for (const [at, flipped] of flipEachBit(bytes).entries()) {
        const verify = () => verifyMerchantSignature(replace(flipped));
        await expectRefusal(verify, reasons, `${name}, bit ${at}`);
      }
    },
  })),
  {
    name: `signatures: a part cut, lengthened, respelled, or missing is refused, ${algorithm}`,
    run: async () => {
      const [header = "", , signature = ""] = proof.jws.split(".");
      const changed: [string, MerchantSignature][] = [
        ["cut", { ...proof, jws: proof.jws.slice(0, -4) }],
        ["lengthened", { ...proof, jws: `${proof.jws}AAAA` }],
        ["padded", { ...proof, jws: `${proof.jws}==` }],
        ["with white space", { ...proof, jws: `${proof.jws}\n` }],
        ["with the payload", { ...proof, jws: `${header}.${proof.signedBytes}.${signature}` }],
        ["with a fourth part", { ...proof, jws: `${proof.jws}.` }],
        ["without a signature", { ...proof, jws: `${header}..` }],
        ["without a header", { ...proof, jws: `..${signature}` }],
        ["empty", { ...proof, jws: "" }],
        ["padded bytes", { ...proof, signedBytes: `${proof.signedBytes}=` }],
        ["other bytes", { ...proof, signedBytes: "" }],
      ];
      for (const [claim, other] of changed) {
        const verify = () => verifyMerchantSignature(other);
        await expectRefusal(verify, ["malformed_signature", "wrong_signature"], claim);
      }
    },
  },
  {
    name: `signatures: other algorithms and extensions are refused, ${algorithm}`,
    run: async () => {
      const headers: Record<string, unknown>[] = [
        ...["none", "HS256", "RS256", "ES384", "es256", "", null, 1].map((alg) => ({ alg })),
        ...[true, undefined, null, "false", 0].map((b64) => ({ b64 })),
        ...[undefined, [], ["b64", "b64"], ["b64", "exp"], ["exp"], "b64", { 0: "b64" }].map(
          (crit) => ({ crit }),
        ),
        { crit: ["b64", "sealslip"] },
        { crit: ["sealslip"], sealslip: {} },
        { crit: ["b64", "sealslip", "sealslip"], sealslip: {} },
      ];
      for (const members of headers) {
        const verify = () => verifyMerchantSignature(withHeader(proof, members));
        await expectRefusal(verify, ["unsupported_algorithm"], JSON.stringify(members));
      }
      const otherAlgorithm = algorithm === "ES256" ? "EdDSA" : "ES256";
      for (const members of [{ alg: otherAlgorithm }, { kid: "another" }]) {
        const verify = () => verifyMerchantSignature(withHeader(proof, members));
        await expectRefusal(verify, ["wrong_signature"], JSON.stringify(members));
      }
      const withoutKid = () => verifyMerchantSignature(withHeader(proof, { kid: undefined }));
      await expectRefusal(withoutKid, ["malformed_signature"], "no kid");
    },
  },
  {
    name: `signatures: other keys are refused, ${algorithm}`,
    run: async () => {
      const others = proofs.filter(([name]) => name !== algorithm).map(([, other]) => other.jwk);
      for (const jwk of others) {
        const verify = () => verifyMerchantSignature({ ...proof, jwk });
        await expectRefusal(verify, ["wrong_signature"], `a key on ${jwk.crv}`);
      }
      const unsupported = [
        { kty: "oct", crv: "", x: "" },
        { ...proof.jwk, kty: "RSA" },
        { ...proof.jwk, crv: "P-384" },
        { ...proof.jwk, crv: "X25519" },
        { ...proof.jwk, x: "" },
        { ...proof.jwk, x: "*" },
      ];
      for (const jwk of unsupported) {
        const verify = () => verifyMerchantSignature({ ...proof, jwk });
        await expectRefusal(verify, ["unsupported_key"], JSON.stringify(jwk));
      }
    },
  },
]);

export const signatureCases: SuiteCase[] = [...casesOfProofs, kidCase, bindingCase];
