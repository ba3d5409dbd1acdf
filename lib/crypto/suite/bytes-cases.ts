import {
  concatBytes,
  decodeBase64,
  decodeBase64Url,
  decodeHex,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  equalBytes,
  wipe,
} from "#lib/crypto/bytes.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

export const bytesCases: SuiteCase[] = [
  {
    name: "bytes: the vectors of RFC 4648 section 10",
    run: () => {
      const vectors = [
        ["", "", ""],
        ["f", "Zg==", "66"],
        ["fo", "Zm8=", "666f"],
        ["foo", "Zm9v", "666f6f"],
        ["foob", "Zm9vYg==", "666f6f62"],
        ["fooba", "Zm9vYmE=", "666f6f6261"],
        ["foobar", "Zm9vYmFy", "666f6f626172"],
      ] as const;
      for (const [text, base64, hex] of vectors) {
        const bytes = encodeUtf8(text);
        expectEqual([encodeBase64(bytes), encodeHex(bytes)], [base64, hex], "encoded");
        expectEqual(decodeUtf8(decodeBase64(base64)), text, "base64");
        expectEqual(decodeUtf8(decodeHex(hex.toUpperCase())), text, "hex");
      }
      expectEqual(encodeBase64Url(new Uint8Array([251, 255, 191])), "-_-_", "base64url");
      expectEqual(encodeBase64(new Uint8Array([251, 255, 191])), "+/+/", "base64");
    },
  },
  {
    name: "bytes: decode inverts encode for every length up to 300",
    run: () => {
      for (let length = 0; length <= 300; length++) {
        const bytes = crypto.getRandomValues(new Uint8Array(length));
        const base64 = encodeBase64(bytes);
        expectEqual(base64, btoa(String.fromCharCode(...bytes)), "as the platform does");
        expectTrue(equalBytes(decodeBase64(base64), bytes), "base64");
        expectTrue(equalBytes(decodeBase64Url(encodeBase64Url(bytes)), bytes), "base64url");
        expectTrue(equalBytes(decodeHex(encodeHex(bytes)), bytes), "hex");
      }
    },
  },
  {
    name: "bytes: decoders refuse every second spelling",
    run: async () => {
      for (const text of [
        "A",
        "AA",
        "AAA",
        "AA=",
        "AB==",
        "AAB=",
        "AAA=A",
        "=",
        "====",
        "AA==AA==",
        " AA==",
        "AAAA\n",
        "AA-_",
        "AAAü",
      ]) {
        await expectRefusal(() => decodeBase64(text), ["malformed_text"], `base64 ${text}`);
      }
      for (const text of ["A", "AB", "AAB", "AA==", "AA+/", "AAAAA", "AA\n", "AAA€"]) {
        await expectRefusal(() => decodeBase64Url(text), ["malformed_text"], `base64url ${text}`);
      }
      for (const text of ["a", "0g", "0x", " 00", "00\n"]) {
        await expectRefusal(() => decodeHex(text), ["malformed_text"], `hex ${text}`);
      }
    },
  },
  {
    name: "bytes: UTF-8 is strict both ways and keeps a byte order mark",
    run: async () => {
      await expectRefusal(() => encodeUtf8("a\ud800"), ["malformed_text"], "lone surrogate");
      for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
        await expectRefusal(() => decodeUtf8(new Uint8Array(bytes)), ["malformed_text"], "bytes");
      }
      expectEqual(decodeUtf8(encodeUtf8("\ufeffa")), "\ufeffa", "byte order mark");
    },
  },
  {
    name: "bytes: concat, equal, wipe",
    run: () => {
      const whole = concatBytes(new Uint8Array([1]), new Uint8Array(), new Uint8Array([2, 3]));
      expectEqual([...whole], [1, 2, 3], "concat");
      expectTrue(equalBytes(whole, new Uint8Array([1, 2, 3])), "equal");
      for (const other of [
        [1, 2],
        [1, 2, 4],
        [0, 2, 3],
        [1, 2, 3, 0],
      ]) {
        expectTrue(!equalBytes(whole, new Uint8Array(other)), `not equal to ${other}`);
      }
      wipe(whole);
      expectEqual([...whole], [0, 0, 0], "wiped");
    },
  },
];
