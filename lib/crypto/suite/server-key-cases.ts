import { decodeBase64, encodeBase64 } from "#lib/crypto/bytes.ts";
import { createEscrowKeys } from "#lib/crypto/escrow-keys.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { importStoredPublicKey, type SealingKey } from "#lib/crypto/stored-public-key.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { expectSilence, readReason, stripPem } from "./key-texts.ts";
import { createRandom } from "./random-json.ts";
import {
  catchFailure,
  expectEqual,
  expectRefusal,
  expectTrue,
  expectTypedOutcome,
  type SuiteCase,
} from "./suite-case.ts";

const { keyPair, otherKeyPair, otherExponent } = vectors;

/** Stored public keys, and escrow keys. */
export const serverKeyCases: SuiteCase[] = [
  {
    name: "stored keys: a PEM gives the key it was made from, whatever its exponent",
    run: async () => {
      const { publicKey: fresh } = await generateKeyPair();
      for (const pem of [keyPair.publicKey, otherKeyPair.publicKey, otherExponent, fresh]) {
        const { key } = requireRsa(importStoredPublicKey(pem));
        const spki = new Uint8Array(key.export({ type: "spki", format: "der" }));
        expectEqual(encodeBase64(spki), stripPem(pem), "key");
      }
    },
  },
  {
    name: "stored keys: nothing else comes in, and messages hold nothing of it",
    run: async () => {
      for (const { name, text, reason } of vectors.refusedPublicKeys) {
        const work = () => importStoredPublicKey(text);
        if (reason === "malformed_key") await expectTypedOutcome(work, name);
        else await expectRefusal(work, [readReason(reason)], name);
        if (await catchFailure(work)) await expectSilence(importStoredPublicKey, text);
      }
    },
  },
  {
    name: "stored keys: whatever is changed ends in another RSA-2048 key or a CryptoError",
    run: async () => {
      const random = createRandom(2049);
      const der = decodeBase64(stripPem(keyPair.publicKey));
      for (let round = 0; round < 1000; round++) {
        const changed = der.slice();
        // The structure is at both ends.
        const at = Math.floor(random() * 48);
        changed[round % 2 === 0 ? at : der.length - 1 - at] = Math.floor(random() * 256);
        const pem = formatUsualPem(encodeBase64(changed));
        const failure = await catchFailure(() => importStoredPublicKey(pem));
        if (failure) {
          await expectTypedOutcome(() => importStoredPublicKey(pem), `round ${round}`);
          continue;
        }
        const { key } = requireRsa(importStoredPublicKey(pem));
        const { modulusLength, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
        expectEqual([key.type, key.asymmetricKeyType, modulusLength], ["public", "rsa", 2048], pem);
        expectTrue(publicExponent > 65_536n && publicExponent % 2n === 1n, "exponent");
      }
    },
  },
  {
    name: "escrow keys: they come as versions, and the unknown version is refused",
    run: async () => {
      const text = `2:${stripPem(keyPair.privateKey)},1:${stripPem(otherKeyPair.privateKey)}`;
      const { current, versions, privateKey } = await createEscrowKeys(text);
      expectEqual([current.version, current.keyId], [2, keyPair.keyId], "current");
      expectEqual(
        versions.map(({ key: sealing }) => {
          const { key } = requireRsa(sealing);
          return [key.type, key.asymmetricKeyType];
        }),
        [
          ["public", "rsa"],
          ["public", "rsa"],
        ],
        "what seals is public",
      );
      expectTrue(!privateKey(1).extractable, "a private key cannot be exported");
      await expectRefusal(() => privateKey(3), ["unknown_key_version"], "version 3");
      const publicText = `1:${stripPem(keyPair.publicKey)}`;
      await expectRefusal(() => createEscrowKeys(publicText), ["malformed_key"], "public key");
      const escrowText = `1:${encodeBase64(decodeBase64("c2VjcmV0IGVzY3JvdyBrZXk="))}`;
      await expectSilence(createEscrowKeys, escrowText);
    },
  },
];

function requireRsa(key: SealingKey) {
  if (key.kind !== "RSA-2048") throw new Error(`It is ${key.kind}.`);
  return key;
}

function formatUsualPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN PUBLIC KEY-----\n${lines.join("\n")}\n-----END PUBLIC KEY-----\n`;
}
