import { createSecretKey, generateKeyPairSync } from "node:crypto";
import { decodeBase64, decodeBase64Url, encodeHex } from "#lib/crypto/bytes.ts";
import { createEscrowKeys, generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { openReceipt, rewrapReceipt, type SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { readReason } from "./key-texts.ts";
import { createRandom, createRandomObject } from "./random-json.ts";
import { sealAsJwe, toJwe } from "./server-seal.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const { keyPair, otherKeyPair } = vectors;
const recipient = { keyId: keyPair.keyId, key: importStoredPublicKey(keyPair.publicKey) };

/** Compares sealOnServer with openReceipt, which shares no line of cryptography with it. */
export const serverSealCases: SuiteCase[] = [
  {
    name: "seal: open inverts it for 1,000 random receipts",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      for (let seed = 1; seed <= 1000; seed++) {
        const receipt = createRandomObject(createRandom(seed));
        const paymentId = `pay_${seed}`;
        const sealed = sealAsJwe({ receipt, paymentId, recipient });
        const opened = await openReceipt({ sealed, paymentId, privateKey });
        expectEqual(opened, JSON.parse(JSON.stringify(receipt)), `seed ${seed}`);
      }
    },
  },
  {
    name: "seal: empty, 200 KB, odd member names",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const odd = JSON.parse('{"__proto__":{"a":1},"constructor":"b","toString":null,"":0}');
      for (const receipt of [{}, { text: "ü€😀 ".repeat(20_000) }, odd]) {
        const sealed = sealAsJwe({ receipt, paymentId: "pay_1", recipient });
        const opened = await openReceipt({ sealed, paymentId: "pay_1", privateKey });
        expectEqual(opened, receipt, "receipt");
      }
    },
  },
  {
    name: "seal: the envelope has the documented shape and nothing more",
    run: () => {
      const sealed = sealAsJwe({ receipt: { a: 1 }, paymentId: "pay_1", recipient });
      const { encrypted_key, iv, ciphertext, tag, ...rest } = sealed;
      expectEqual(
        rest,
        {
          protected: "eyJlbmMiOiJBMjU2R0NNIn0",
          header: { alg: "RSA-OAEP-256", kid: keyPair.keyId },
          aad: "eyJwYXltZW50SWQiOiJwYXlfMSIsInYiOjF9",
        },
        "headers and aad",
      );
      const lengths = [encrypted_key, iv, ciphertext, tag].map(
        (part) => decodeBase64Url(part).length,
      );
      expectEqual(lengths, [256, 12, 7, 16], "lengths");
    },
  },
  {
    name: "seal: twice shares no content key, IV, wrapped key, ciphertext or tag",
    run: async () => {
      const seal = () => sealAsJwe({ receipt: { a: 1 }, paymentId: "pay_1", recipient });
      const envelopes = Array.from({ length: 100 }, seal);
      for (const part of ["iv", "encrypted_key", "ciphertext", "tag"] as const) {
        expectEqual(new Set(envelopes.map((sealed) => sealed[part])).size, 100, part);
      }
      // OAEP itself is random: only its content shows whether the content key is fresh.
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const contentKeys = await Promise.all(
        envelopes.map(({ encrypted_key }) => unwrap(privateKey, encrypted_key)),
      );
      expectEqual(new Set(contentKeys).size, 100, "content keys");
      expectTrue(
        contentKeys.every((hex) => hex.length === 64),
        "256 bits",
      );
    },
  },
  {
    name: "seal: another key, and another payment's row, do not open it",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const stranger = await importPrivateKey(otherKeyPair.privateKey);
      const sealed = sealAsJwe({ receipt: { a: 1 }, paymentId: "pay_1", recipient });
      const openAsStranger = () =>
        openReceipt({ sealed, paymentId: "pay_1", privateKey: stranger });
      await expectRefusal(openAsStranger, ["wrong_key"], "another key");
      const openElsewhere = () => openReceipt({ sealed, paymentId: "pay_2", privateKey });
      await expectRefusal(openElsewhere, ["wrong_payment"], "another payment");
    },
  },
  {
    name: "seal: what is sealed to escrow is handed over, the wrapped key and kid alone changed",
    run: async () => {
      const escrow = await createEscrowKeys(`1:${await generateEscrowKey()}`);
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const { key } = await importPublicKey(keyPair.publicKey);
      const sealed = sealAsJwe({
        receipt: { a: 1 },
        paymentId: "pay_1",
        recipient: escrow.current,
      });
      const from = escrow.privateKey(1);
      const moved = await rewrapReceipt({ sealed, from, to: { keyId: keyPair.keyId, key } });
      expectTrue(moved.encrypted_key !== sealed.encrypted_key, "the wrapped key is another one");
      const { encrypted_key } = moved;
      const header = { alg: "RSA-OAEP-256", kid: keyPair.keyId };
      expectEqual(moved, { ...sealed, encrypted_key, header }, "the rest is untouched");
      const opened = await openReceipt({ sealed: moved, paymentId: "pay_1", privateKey });
      expectEqual(opened, { a: 1 }, "receipt");
    },
  },
  {
    name: "seal: to P-256, alone and beside RSA, open inverts it, with an ephemeral key for each wrap",
    run: async () => {
      const pairs = [keyPair, p256.keyPair, p256.otherKeyPair, otherKeyPair];
      const opened = await Promise.all(
        pairs.map(async (pair) => ({ ...pair, key: await importPrivateKey(pair.privateKey) })),
      );
      const seen: string[] = [];
      for (let seed = 1; seed <= 200; seed++) {
        const receipt = createRandomObject(createRandom(seed));
        for (const order of [opened.slice(1, 2), opened, opened.toReversed()]) {
          const envelopes = sealToAll({ receipt, paymentId: "pay_1", pairs: order });
          for (const [at, { key: privateKey }] of order.entries()) {
            const sealed = envelopes[at];
            if (!sealed) throw new Error("there is an envelope for each recipient");
            const found = await openReceipt({ sealed, paymentId: "pay_1", privateKey });
            expectEqual(found, JSON.parse(JSON.stringify(receipt)), `seed ${seed}`);
            if (sealed.header.alg === "ECDH-ES+A256KW") seen.push(sealed.header.epk.x);
          }
        }
      }
      expectEqual([seen.length, new Set(seen).size], [1000, 1000], "ephemeral keys");
    },
  },
  {
    name: "seal: a point that is not on the curve is refused, as is a private key",
    run: async () => {
      for (const name of ["zero point", "point off the curve", "coordinate of the prime or more"]) {
        const found = p256.refusedPublicKeys.find((entry) => entry.name === name)?.text ?? "";
        const pem = formatPem("PUBLIC KEY", decodeBase64(found));
        const seal = () => {
          const key = importStoredPublicKey(pem);
          return sealAsJwe({ receipt: {}, paymentId: "p", recipient: { keyId: "k", key } });
        };
        await expectRefusal(seal, ["weak_key"], name);
      }
      for (const { name, text, reason } of p256.refusedPublicKeys) {
        if (reason !== "weak_key") {
          await expectRefusal(() => importStoredPublicKey(text), [readReason(reason)], name);
        }
      }
    },
  },
  {
    name: "seal: what JSON cannot carry as an object is refused",
    run: async () => {
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const refused = [[], [{}], circular, { a: 1n }, { toJSON: () => undefined }, new Date(0)];
      for (const [at, receipt] of refused.entries()) {
        const seal = () => sealAsJwe({ receipt, paymentId: "pay_1", recipient });
        await expectRefusal(seal, ["malformed_receipt"], `receipt ${at}`);
      }
    },
  },
  {
    name: "seal: keys of the other half, of another algorithm, size or no use are refused",
    run: async () => {
      const keys = [
        generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
        generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey,
        generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).publicKey,
        generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey,
        generateKeyPairSync("x25519").publicKey,
        createSecretKey(new Uint8Array(32)),
      ];
      for (const [at, key] of keys.entries()) {
        const seal = () =>
          sealAsJwe({
            receipt: {},
            paymentId: "pay_1",
            recipient: { keyId: "k", key: { kind: "RSA-2048", key } },
          });
        await expectRefusal(seal, ["unsupported_key"], `key ${at}`);
      }
      const even = vectors.unsoundPublicKeys.find(({ name }) => name === "even modulus")?.text;
      const key = importStoredPublicKey(formatPem("PUBLIC KEY", decodeBase64(even ?? "")));
      const seal = () =>
        sealAsJwe({ receipt: {}, paymentId: "pay_1", recipient: { keyId: "k", key } });
      await expectRefusal(seal, ["weak_key"], "even modulus");
    },
  },
];

function sealToAll({
  receipt,
  paymentId,
  pairs,
}: {
  receipt: object;
  paymentId: string;
  pairs: { keyId: string; publicKey: string }[];
}): SealedReceipt[] {
  const [key, ...more] = pairs.map(({ publicKey }) => importStoredPublicKey(publicKey));
  if (!key) throw new Error("there is one recipient at least");
  const { others, ...sealed } = sealOnServer({ receipt, paymentId, keys: [key, ...more] });
  return [sealed, ...others].map((wrapped, at) =>
    toJwe({ ...sealed, ...wrapped }, { paymentId, keyId: pairs[at]?.keyId ?? "" }),
  );
}

async function unwrap(privateKey: CryptoKey, encryptedKey: string): Promise<string> {
  const wrapped = decodeBase64Url(encryptedKey);
  return encodeHex(new Uint8Array(await crypto.subtle.decrypt("RSA-OAEP", privateKey, wrapped)));
}
