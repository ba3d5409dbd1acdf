import { decodeBase64, encodeBase64, encodeHex } from "#lib/crypto/bytes.ts";
import { createCardIndexer } from "#lib/crypto/card-index.ts";
import { keyCheckValue, parseKeyVersions, requireStrongKey } from "#lib/crypto/key-versions.ts";
import { createKeyring } from "#lib/crypto/keyring.ts";
import { createToken } from "#lib/crypto/tokens.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { flipEachBit } from "./flip-each-bit.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

/** Key versions, keyring, card index and tokens. */
export const serverAtRestCases: SuiteCase[] = [
  {
    name: "key versions: the first is current, white space around entries is fine",
    run: () => {
      const { current, keys } = parseKeyVersions(" 2:AAEC , 32767:AwQF\n");
      expectEqual(
        [current, [...keys].map(([v, key]) => [v, encodeHex(key)])],
        [
          2,
          [
            [2, "000102"],
            [32_767, "030405"],
          ],
        ],
        "keys",
      );
    },
  },
  {
    name: "key versions: malformed lists are refused",
    run: async () => {
      const lists = [
        "",
        " ",
        "AAEC",
        "1:",
        ":AAEC",
        "0:AAEC",
        "01:AAEC",
        "-1:AAEC",
        "1.5:AAEC",
        "32768:AAEC",
        "99999:AAEC",
        "1:AAEC,",
        ",1:AAEC",
        "1:AAEC,1:AwQF",
        "1:AAEC;2:AwQF",
        "1:AAE",
        "1:AA-_",
        "1:AA EC",
        "1:AAEC 2:AwQF",
        "a:AAEC",
        "1::AAEC",
      ];
      for (const list of lists) {
        await expectRefusal(() => parseKeyVersions(list), ["malformed_keyring"], `list ${list}`);
      }
    },
  },
  {
    name: "key versions: weak keys are refused, random ones are not",
    run: async () => {
      const text = new TextEncoder();
      const weak = [
        new Uint8Array(0),
        crypto.getRandomValues(new Uint8Array(31)),
        new Uint8Array(32),
        new Uint8Array(64).map((_, at) => at % 15),
        new Uint8Array(32).map((_, at) => at),
        new Uint8Array(32).map((_, at) => 250 - at * 7),
        text.encode("correct horse battery staple, and some more"),
      ];
      for (const [at, key] of weak.entries()) {
        await expectRefusal(() => requireStrongKey(key), ["weak_key"], `key ${at}`);
        const list = `1:${encodeBase64(new Uint8Array(key))}`;
        const reasons =
          key.length === 0 ? (["malformed_keyring"] as const) : (["weak_key"] as const);
        await expectRefusal(() => createKeyring(list), reasons, `keyring ${at}`);
        await expectRefusal(() => createCardIndexer(list), reasons, `peppers ${at}`);
      }
      for (let round = 0; round < 1000; round++) requireStrongKey(createKey());
    },
  },
  {
    name: "key versions: check values differ between keys",
    run: async () => {
      const [one, other] = [createKey(), createKey()];
      const values = [one, one, other].map(keyCheckValue);
      const [first, again, different] = values.map(encodeHex);
      expectTrue(first === again && first !== different, "one value per key");
    },
  },
  {
    name: "keyring: decrypt inverts encrypt, no two ciphertexts are alike, layout starts with the version",
    run: async () => {
      const keyring = createKeyring(`258:${encodeBase64(createKey())}`);
      const plaintexts = ["", "a", "ü€😀", "x".repeat(10_000)];
      for (const plaintext of plaintexts) {
        const [one, other] = [keyring.encrypt(plaintext, "c"), keyring.encrypt(plaintext, "c")];
        expectEqual([...one.subarray(0, 2)], [1, 2], "version");
        expectEqual(one.length, 30 + new TextEncoder().encode(plaintext).length, "length");
        expectTrue(encodeHex(one.subarray(2, 14)) !== encodeHex(other.subarray(2, 14)), "fresh IV");
        expectEqual(keyring.decrypt(one, "c"), plaintext, "plaintext");
      }
      await expectRefusal(
        () => keyring.encrypt("\ud800", "c"),
        ["malformed_text"],
        "lone surrogate",
      );
    },
  },
  {
    name: "keyring: rotation in two steps reads old and new on both sides, and a dropped key is named",
    run: async () => {
      const [one, two] = [encodeBase64(createKey()), encodeBase64(createKey())];
      const before = createKeyring(`1:${one},2:${two}`);
      const after = createKeyring(`2:${two},1:${one}`);
      const old = before.encrypt("old", "c");
      const fresh = after.encrypt("fresh", "c");
      expectEqual([after.decrypt(old, "c"), before.decrypt(fresh, "c")], ["old", "fresh"], "both");
      const dropped = createKeyring(`2:${two}`);
      await expectRefusal(() => dropped.decrypt(old, "c"), ["unknown_key_version"], "dropped");
      const long = encodeBase64(crypto.getRandomValues(new Uint8Array(33)));
      await expectRefusal(() => createKeyring(`1:${long}`), ["malformed_keyring"], "33 bytes");
    },
  },
  {
    name: "keyring: no bit of a ciphertext can be flipped, and it cannot move or shrink",
    run: async () => {
      const keyring = createKeyring(vectors.keyring.keys);
      for (const { ciphertext, context } of vectors.keyring.ciphertexts) {
        const bytes = decodeBase64(ciphertext);
        for (const [at, flipped] of flipEachBit(bytes).entries()) {
          const decrypt = () => keyring.decrypt(flipped, context);
          await expectRefusal(decrypt, ["wrong_key", "unknown_key_version"], `bit ${at}`);
        }
        await expectRefusal(() => keyring.decrypt(bytes, `${context}x`), ["wrong_key"], "context");
        for (let length = 0; length < bytes.length; length++) {
          const decrypt = () => keyring.decrypt(bytes.slice(0, length), context);
          await expectRefusal(decrypt, ["malformed_ciphertext", "wrong_key"], `length ${length}`);
        }
      }
    },
  },
  {
    name: "card index: both cases are one card, everything but 64 hex digits is refused",
    run: async () => {
      const indexer = createCardIndexer(vectors.cardIndex.peppers);
      const [lower, upper] = [indexer.index("ab".repeat(32)), indexer.index("AB".repeat(32))];
      expectEqual(encodeHex(lower.value), encodeHex(upper.value), "index");
      for (const text of [
        "",
        "4242424242424242",
        "a".repeat(63),
        "a".repeat(65),
        `${"a".repeat(63)}g`,
        `${"a".repeat(64)}\n`,
      ]) {
        await expectRefusal(() => indexer.index(text), ["malformed_text"], "index");
        await expectRefusal(() => indexer.candidates(text), ["malformed_text"], "candidates");
      }
    },
  },
  {
    name: "tokens: prefix and 43 base62 digits, all different, every digit in use",
    run: () => {
      const tokens = Array.from({ length: 1000 }, () => createToken("tok"));
      expectTrue(
        tokens.every((token) => /^tok_[0-9A-Za-z]{43}$/.test(token)),
        "shape",
      );
      expectEqual(new Set(tokens).size, 1000, "different");
      expectEqual(new Set(tokens.map((token) => token.slice(4)).join("")).size, 62, "digits");
    },
  },
];

function createKey() {
  return crypto.getRandomValues(new Uint8Array(32));
}
