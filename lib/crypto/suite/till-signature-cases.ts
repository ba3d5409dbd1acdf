import { calculateJwkThumbprint } from "jose";
import { decodeUtf8 } from "#lib/crypto/bytes.ts";
import type { CryptoErrorReason } from "#lib/crypto/crypto-error.ts";
import { type MerchantSignature, verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { createRandom, createRandomObject } from "./random-json.ts";
import { devices, openForAll, pairs, reserve } from "./sealed-at-till.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const p256Signing = { name: "ECDSA", namedCurve: "P-256" };

/** The merchant's signature inside of what a till seals. */
export const tillSignatureCases: SuiteCase[] = [
  ...[p256Signing, { name: "Ed25519" }].map((algorithm) => ({
    name: `till: the signature covers all that is sealed beside it, ${algorithm.name}`,
    run: async () => {
      const { privateKey, publicKey } = await generateSigningKeys(algorithm);
      // Only the public half has to leave the platform.
      expectTrue(!privateKey.extractable, "the private key stays where it is");
      const jwk = await crypto.subtle.exportKey("jwk", publicKey);
      const expected = await calculateJwkThumbprint(jwk);
      const bindings = [undefined, { request: "create", gateway: "gateway_one" }];
      for (const keys of Object.values(devices)) {
        for (const binding of bindings) {
          const receipt = createRandomObject(createRandom(7));
          const signingKey = { privateKey, publicKey, binding };
          const sealed = await sealReceipt(reserve("pay_1", keys), receipt, signingKey);
          for (const opened of await openForAll(sealed, { paymentId: "pay_1", keys })) {
            const { merchantSignature, ...fields } = opened;
            const proof: MerchantSignature = JSON.parse(JSON.stringify(merchantSignature));
            const proven = await verifyMerchantSignature(proof);
            expectEqual(proven.thumbprint, expected, "signer");
            expectEqual(proven.binding ?? null, binding ?? null, "binding");
            expectEqual(JSON.parse(decodeUtf8(proven.bytes)), fields, "signed fields");
          }
        }
      }
    },
  })),
  {
    name: "till: a signing key that cannot sign, or is not a pair, is refused",
    run: async () => {
      const one = await generateSigningKeys(p256Signing);
      const other = await generateSigningKeys(p256Signing);
      const ed25519 = await generateSigningKeys({ name: "Ed25519" });
      const p384 = await generateSigningKeys({ name: "ECDSA", namedCurve: "P-384" });
      const ecdh = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
        "deriveBits",
      ]);
      const rsa = await importPublicKey(pairs.rsa.publicKey);
      const hidden = await crypto.subtle.importKey(
        "raw",
        await crypto.subtle.exportKey("raw", one.publicKey),
        p256Signing,
        false,
        ["verify"],
      );
      const refused: [string, CryptoKey, CryptoKey, CryptoErrorReason][] = [
        ["another pair's private key", other.privateKey, one.publicKey, "wrong_signature"],
        ["a private key of another kind", ed25519.privateKey, one.publicKey, "unsupported_key"],
        ["the other way round", one.privateKey, ed25519.publicKey, "unsupported_key"],
        ["P-384", p384.privateKey, p384.publicKey, "unsupported_key"],
        ["a private key on P-384", p384.privateKey, one.publicKey, "unsupported_key"],
        ["a key for agreement", ecdh.privateKey, ecdh.publicKey, "unsupported_key"],
        ["a public key to sign with", one.publicKey, one.publicKey, "unsupported_key"],
        ["an RSA key", one.privateKey, rsa.key, "unsupported_key"],
        ["a public key that is not extractable", one.privateKey, hidden, "unsupported_key"],
      ];
      for (const [claim, privateKey, publicKey, reason] of refused) {
        const seal = () =>
          sealReceipt(reserve("pay_1", [pairs.p256]), {}, { privateKey, publicKey });
        await expectRefusal(seal, [reason], claim);
      }
    },
  },
];

async function generateSigningKeys(algorithm: {
  name: string;
  namedCurve?: string;
}): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("a signing key is a pair");
  return pair;
}
