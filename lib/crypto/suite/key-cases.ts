import { decodeBase64, encodeBase64 } from "#lib/crypto/bytes.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { expectSilence, readReason, spellKey, stripPem } from "./key-texts.ts";
import { createRandom } from "./random-json.ts";
import {
  catchFailure,
  expectEqual,
  expectRefusal,
  expectTrue,
  expectTypedOutcome,
  type SuiteCase,
} from "./suite-case.ts";

const { keyPair } = vectors;

/** Accepted keys in all spellings, and the errors for the others. */
export const keyCases: SuiteCase[] = [
  {
    name: "keys: every spelling of a public key has one PEM and one thumbprint",
    run: async () => {
      for (const spelling of spellKey(keyPair.publicKey)) {
        const { pem, thumbprint, key } = await importPublicKey(spelling);
        expectEqual([pem, `key_${thumbprint}`], [keyPair.publicKey, keyPair.keyId], "key");
        expectEqual([key.type, key.usages], ["public", ["encrypt"]], "kind");
      }
    },
  },
  {
    name: "keys: every spelling of a private key comes in, not extractable, to decrypt only",
    run: async () => {
      for (const spelling of spellKey(keyPair.privateKey)) {
        const { type, extractable, usages } = await importPrivateKey(spelling);
        expectEqual([type, extractable, usages], ["private", false, ["decrypt"]], "kind");
      }
    },
  },
  ...vectors.refusedPublicKeys.map(({ name, text, reason }) => ({
    name: `keys: refuses as a public key: ${name}`,
    run: () => expectRefusal(() => importPublicKey(text), [readReason(reason)], name),
  })),
  ...vectors.refusedPrivateKeys.map(({ name, text, reason }) => ({
    name: `keys: refuses as a private key: ${name}`,
    run: () => expectRefusal(() => importPrivateKey(text), [readReason(reason)], name),
  })),
  // Some platforms refuse to import these, on others our rules do.
  ...vectors.unsoundPublicKeys.map(({ name, text }) => ({
    name: `keys: refuses as a public key: ${name}`,
    run: () => {
      const reasons = ["weak_key", "unsupported_key", "malformed_key"] as const;
      return expectRefusal(() => importPublicKey(text), reasons, name);
    },
  })),
  {
    name: "keys: an exponent above 65537 comes in",
    run: async () => {
      const { pem } = await importPublicKey(vectors.otherExponent);
      expectEqual(pem, vectors.otherExponent, "PEM");
    },
  },
  {
    name: "keys: refuses two in one text, and says so",
    run: async () => {
      const { publicKey, privateKey } = keyPair;
      for (const [importKey, key] of [
        [importPublicKey, publicKey],
        [importPrivateKey, privateKey],
      ] as const) {
        for (const text of [key + key, `one\n${key}another\n${key}`, `${key}-----BEGIN`]) {
          await expectRefusal(() => importKey(text), ["malformed_key"], "two keys");
          await expectSilence(importKey, text);
        }
        const failure = await catchFailure(() => importKey(key + key));
        expectTrue(String(failure).includes("more than one key"), "the message says why");
      }
      await expectRefusal(() => importPublicKey(publicKey + privateKey), ["private_key_given"], "");
    },
  },
  {
    name: "keys: messages hold nothing of the input",
    run: async () => {
      for (const { text } of vectors.refusedPublicKeys) await expectSilence(importPublicKey, text);
      for (const { text } of vectors.refusedPrivateKeys)
        await expectSilence(importPrivateKey, text);
    },
  },
  {
    name: "keys: whatever is cut, changed or random ends in a key or a CryptoError",
    run: async () => {
      const random = createRandom(2048);
      for (const text of [keyPair.publicKey, keyPair.privateKey]) {
        const der = decodeBase64(stripPem(text));
        for (let round = 0; round < 400; round++) {
          const changed = der.slice(
            0,
            round % 4 === 0 ? Math.floor(random() * der.length) : der.length,
          );
          // Half of the changes hit the head, where the structure is.
          const at = Math.floor(random() * (round % 2 === 0 ? 40 : changed.length));
          changed.fill(Math.floor(random() * 256), at, at + 1);
          const spelling = encodeBase64(changed);
          await expectTypedOutcome(() => importPublicKey(spelling), `public, round ${round}`);
          await expectTypedOutcome(() => importPrivateKey(spelling), `private, round ${round}`);
        }
      }
    },
  },
];
