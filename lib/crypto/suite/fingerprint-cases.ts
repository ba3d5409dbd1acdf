import { fingerprintPublicKey, fingerprintWords } from "#lib/crypto/fingerprint.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { stripPem } from "./key-texts.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const { publicKey, privateKey } = vectors.keyPair;

export const fingerprintCases: SuiteCase[] = [
  {
    name: "fingerprint: a known key has the words that it always had",
    run: async () => {
      const words = await fingerprintPublicKey(publicKey);
      expectEqual(
        words.join(" "),
        "thunder goblet meadow donkey crayon falcon zipper heron",
        "words",
      );
    },
  },
  {
    name: "fingerprint: the same for every spelling of a key",
    run: async () => {
      const words = await fingerprintPublicKey(publicKey);
      expectEqual(await fingerprintPublicKey(stripPem(publicKey)), words, "bare base64");
    },
  },
  {
    name: "fingerprint: refuses a private key",
    run: () =>
      expectRefusal(() => fingerprintPublicKey(privateKey), ["private_key_given"], "private"),
  },
  {
    name: "fingerprint: 256 words, no two of them one letter apart",
    run: () => {
      expectEqual(new Set(fingerprintWords).size, 256, "distinct words");
      for (const word of fingerprintWords)
        expectTrue(/^[a-z]{3,8}$/.test(word), `${word} is short`);
      const seen = new Map<string, string>();
      for (const word of fingerprintWords) {
        for (const pattern of listNeighborhood(word)) {
          const other = seen.get(pattern);
          expectTrue(other === undefined || other === word, `${word} and ${other} differ enough`);
          seen.set(pattern, word);
        }
      }
    },
  },
];

/** Two words within one changed, missing or added letter share one of these patterns. */
function listNeighborhood(word: string): string[] {
  const places = Array.from({ length: word.length + 1 }, (_, at) => at);
  return places.flatMap((at) => [
    `${word.slice(0, at)}*${word.slice(at)}`,
    `${word.slice(0, at)}*${word.slice(at + 1)}`,
  ]);
}
