import { calculateJwkThumbprint, generalDecrypt } from "jose";
import { decodeBase64Url, decodeUtf8, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { CryptoErrorReason } from "#lib/crypto/crypto-error.ts";
import { type MerchantSignature, verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { PADDED_TO, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { createRandom, createRandomObject } from "./random-json.ts";
import { type KeyPairTexts, openForAll, readPlaintext, reserve } from "./sealed-at-till.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const pairs = {
  rsa: vectors.keyPair,
  otherRsa: vectors.otherKeyPair,
  p256: p256.keyPair,
  otherP256: p256.otherKeyPair,
};
const devices: Record<string, [KeyPairTexts, ...KeyPairTexts[]]> = {
  "an RSA key": [pairs.rsa],
  "a P-256 key": [pairs.p256],
  "four devices": [pairs.p256, pairs.rsa, pairs.otherP256, pairs.otherRsa],
};

const p256Signing = { name: "ECDSA", namedCurve: "P-256" };

/** Sealing on the device that has the receipt, which opens as what the server seals does. */
export const tillSealCases: SuiteCase[] = [
  ...Object.entries(devices).map(([to, keys]) => ({
    name: `till: open inverts seal for random receipts, to ${to}`,
    run: async () => {
      for (let seed = 1; seed <= 60; seed++) {
        const receipt = createRandomObject(createRandom(seed));
        const paymentId = `pay_${seed}`;
        const sealed = await sealReceipt(reserve(paymentId, keys), receipt);
        const added = { paymentId, sealedTo: await thumbprintsOf(keys), sealedAt: "till" };
        const expected = { ...JSON.parse(JSON.stringify(receipt)), ...added };
        for (const opened of await openForAll(sealed, { paymentId, keys })) {
          expectEqual(opened, expected, `seed ${seed}`);
        }
      }
    },
  })),
  {
    name: "till: the body has the envelope, the reservation, and nothing more",
    run: async () => {
      const one = await sealReceipt(reserve("pay_1", [pairs.rsa]), { merchantName: "Bakery" });
      expectEqual(Object.keys(one).sort(), ["reservation", "sealedReceipt"], "one key");
      const { encrypted_key, iv, ciphertext, tag, ...rest } = one.sealedReceipt;
      const header = { alg: "RSA-OAEP-256", kid: pairs.rsa.keyId };
      const aad = "eyJwYXltZW50SWQiOiJwYXlfMSIsInYiOjF9";
      expectEqual(rest, { protected: "eyJlbmMiOiJBMjU2R0NNIn0", header, aad }, "headers and aad");
      const lengths = [encrypted_key, iv, ciphertext, tag].map(
        (part) => decodeBase64Url(part).length,
      );
      expectEqual(lengths, [256, 12, PADDED_TO, 16], "lengths");

      const keys = [pairs.p256, pairs.rsa] as const;
      const two = await sealReceipt(reserve("pay_1", keys), {});
      expectEqual(two.reservation, "rsv_pay_1", "reservation");
      const headers = [two.sealedReceipt, ...(two.otherRecipients ?? [])].map(
        ({ header: { alg, kid } }) => ({ alg, kid }),
      );
      expectEqual(
        headers,
        [{ alg: "ECDH-ES+A256KW", kid: pairs.p256.keyId }, header],
        "in the order of the reservation",
      );
    },
  },
  {
    name: "till: content key, IV, and ephemeral keys are new for each seal",
    run: async () => {
      const keys = [pairs.p256, pairs.rsa] as const;
      const seen = new Set<string>();
      for (let round = 0; round < 50; round++) {
        const { sealedReceipt, otherRecipients = [] } = await sealReceipt(
          reserve("pay_1", keys),
          {},
        );
        const { iv, ciphertext, header, encrypted_key } = sealedReceipt;
        const epk = "epk" in header ? header.epk.x : "";
        const [other] = otherRecipients;
        for (const text of [iv, ciphertext, epk, encrypted_key, other?.encrypted_key ?? ""]) {
          seen.add(text);
        }
      }
      expectEqual(seen.size, 250, "different values");
    },
  },
  {
    name: "till: blanks after the JSON fill it up to the next multiple of 1,024 bytes",
    run: async () => {
      const reservation = reserve("pay_1", [pairs.rsa]);
      const seal = async (note: string) => {
        const { sealedReceipt } = await sealReceipt(reservation, { note });
        return await readPlaintext(sealedReceipt, pairs.rsa);
      };
      const bare = decodeUtf8(new Uint8Array(await seal(""))).trimEnd().length;
      for (const length of [PADDED_TO - 1, PADDED_TO, PADDED_TO + 1, 2 * PADDED_TO]) {
        // Of two bytes each, so that characters are not mistaken for bytes.
        const note = "é".repeat((length - bare) >> 1) + "x".repeat((length - bare) & 1);
        const plaintext = await seal(note);
        const padded = Math.ceil(length / PADDED_TO) * PADDED_TO;
        expectEqual(plaintext.length, padded, `padded, ${length}`);
        const text = decodeUtf8(new Uint8Array(plaintext));
        expectEqual(JSON.parse(text).note, note, "note");
        const json = text.trimEnd();
        const lengths = [
          encodeUtf8(json).length,
          text.slice(json.length).replaceAll(" ", "").length,
        ];
        expectEqual(lengths, [length, 0], "JSON and blanks");
      }
    },
  },
  {
    name: "till: jose opens the general form, of RSA and of P-256",
    run: async () => {
      const keys = [pairs.rsa, pairs.p256] as const;
      const { sealedReceipt, otherRecipients = [] } = await sealReceipt(reserve("pay_1", keys), {
        merchantName: "Café ☕ 東京 😀",
      });
      const { header, encrypted_key, ...content } = sealedReceipt;
      const general = { ...content, recipients: [{ header, encrypted_key }, ...otherRecipients] };
      for (const { privateKey } of keys) {
        const { plaintext } = await generalDecrypt(general, await importPrivateKey(privateKey));
        const { merchantName } = JSON.parse(new TextDecoder().decode(plaintext));
        expectEqual(merchantName, "Café ☕ 東京 😀", "receipt");
      }
    },
  },
  {
    name: "till: the key of another card, and the payment of another sale, do not open it",
    run: async () => {
      const { sealedReceipt } = await sealReceipt(reserve("pay_1", [pairs.p256]), { a: 1 });
      const own = await importPrivateKey(pairs.p256.privateKey);
      for (const pair of [pairs.otherP256, pairs.rsa]) {
        const privateKey = await importPrivateKey(pair.privateKey);
        const open = () => openReceipt({ sealed: sealedReceipt, paymentId: "pay_1", privateKey });
        await expectRefusal(open, ["wrong_key"], "another key");
      }
      const open = () =>
        openReceipt({ sealed: sealedReceipt, paymentId: "pay_2", privateKey: own });
      await expectRefusal(open, ["wrong_payment"], "another payment");
    },
  },
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
  {
    name: "till: what JSON cannot carry as an object is no receipt",
    run: async () => {
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const throwing = { toJSON: () => Promise.reject };
      const refused = [[], [{}], circular, { a: 1n }, { toJSON: () => [] }, throwing, new Date(0)];
      for (const [at, receipt] of refused.entries()) {
        const seal = () => sealReceipt(reserve("pay_1", [pairs.rsa]), receipt);
        await expectRefusal(seal, ["malformed_receipt"], `receipt ${at}`);
      }
    },
  },
  {
    name: "till: a receipt is sealed as its JSON says, odd names and lone surrogates included",
    run: async () => {
      const keys = [pairs.p256] as const;
      const reservation = reserve("pay_1", keys);
      const odd = JSON.parse('{"__proto__":{"a":1},"constructor":"b","toString":null,"":0}');
      const dated = { at: new Date(0), gone: undefined, toJSON: () => ({ at: 1 }) };
      for (const receipt of [
        odd,
        dated,
        { note: "\ud800 and \udfff" },
        { text: "€".repeat(9e4) },
      ]) {
        const sealed = await sealReceipt(reservation, receipt);
        const [found = {}] = await openForAll(sealed, { paymentId: "pay_1", keys });
        const { paymentId: _id, sealedTo: _to, sealedAt: _at, ...opened } = found;
        expectEqual(opened, JSON.parse(JSON.stringify(receipt)), "receipt");
      }
    },
  },
  {
    name: "till: what sealing adds cannot be there already, but for the same paymentId",
    run: async () => {
      const keys = [pairs.p256] as const;
      const reservation = reserve("pay_1", keys);
      const taken = [
        { sealedTo: "x" },
        { sealedAt: "till" },
        { sealedAt: null },
        { merchantSignature: {} },
        { paymentId: "pay_2" },
        { paymentId: null },
      ];
      for (const receipt of taken) {
        const seal = () => sealReceipt(reservation, receipt);
        await expectRefusal(seal, ["malformed_receipt"], JSON.stringify(receipt));
      }
      const sealed = await sealReceipt(reservation, { paymentId: "pay_1", a: 1 });
      const [opened] = await openForAll(sealed, { paymentId: "pay_1", keys });
      expectEqual([opened?.paymentId, opened?.a], ["pay_1", 1], "receipt");
    },
  },
  {
    name: "till: a key that the service should not have named is refused, the first one or another",
    run: async () => {
      const refusals = [
        "private_key_given",
        "unsupported_key",
        "weak_key",
        "malformed_key",
      ] as const;
      const unsound = vectors.unsoundPublicKeys;
      for (const { name, text } of [
        ...vectors.refusedPublicKeys,
        ...p256.refusedPublicKeys,
        ...unsound,
      ]) {
        const bad = { keyId: "key_1", publicKey: text };
        for (const named of [[bad], [pairs.rsa, bad]] as const) {
          await expectRefusal(() => sealReceipt(reserve("pay_1", named), {}), refusals, name);
        }
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

/** As `sealedTo` has them. */
async function thumbprintsOf(keys: readonly KeyPairTexts[]) {
  const imported = await Promise.all(keys.map(({ publicKey }) => importPublicKey(publicKey)));
  const [first, ...others] = imported.map(({ thumbprint }) => thumbprint);
  return others.length > 0 ? [first, ...others] : first;
}
