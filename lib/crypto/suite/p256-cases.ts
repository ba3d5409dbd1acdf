import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from "#lib/crypto/bytes.ts";
import { receiptAad, type SealedReceipt } from "#lib/crypto/envelope.ts";
import { concatKdfInput } from "#lib/crypto/key-agreement.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { generateP256Keys } from "#lib/crypto/p256-keys.ts";
import { importPrivateKey, importPublicKey, keyKindOf } from "#lib/crypto/recipient-key.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { flipEachBit } from "./flip-each-bit.ts";
import { expectSilence, readReason, spellKey, stripPem } from "./key-texts.ts";
import { createRandom } from "./random-json.ts";
import { sealWithJose } from "./seal-with-jose.ts";
import {
  expectEqual,
  expectRefusal,
  expectTrue,
  expectTypedOutcome,
  type SuiteCase,
} from "./suite-case.ts";

const { keyPair, otherKeyPair } = p256;

/** What is new with P-256 beside RSA; the tampering cases run for both. */
export const p256Cases: SuiteCase[] = [
  {
    name: "P-256: every spelling of a public key has one PEM and one thumbprint",
    run: async () => {
      for (const { keyId, publicKey } of [keyPair, otherKeyPair]) {
        for (const spelling of spellKey(publicKey)) {
          const { kind, key, pem, thumbprint } = await importPublicKey(spelling);
          expectEqual([kind, pem, formatKeyId(thumbprint)], ["P-256", publicKey, keyId], "key");
          expectEqual([key.type, key.algorithm.name], ["public", "ECDH"], "algorithm");
        }
        expectEqual(keyKindOf(publicKey), "P-256", "kind");
      }
      expectEqual(keyKindOf(vectors.keyPair.publicKey), "RSA-2048", "kind");
    },
  },
  {
    name: "P-256: every spelling of a private key comes in, not extractable, to agree only",
    run: async () => {
      for (const spelling of spellKey(keyPair.privateKey)) {
        const { type, extractable, usages } = await importPrivateKey(spelling);
        expectEqual([type, extractable, usages], ["private", false, ["deriveBits"]], "kind");
      }
    },
  },
  ...p256.refusedPublicKeys.map(({ name, text, reason }) => ({
    name: `P-256: refuses as a public key: ${name}`,
    run: async () => {
      await expectRefusal(() => importPublicKey(text), [readReason(reason)], name);
      await expectSilence(importPublicKey, text);
    },
  })),
  ...p256.refusedPrivateKeys.map(({ name, text, reason }) => ({
    name: `P-256: refuses as a private key: ${name}`,
    run: async () => {
      await expectRefusal(() => importPrivateKey(text), [readReason(reason)], name);
      await expectSilence(importPrivateKey, text);
    },
  })),
  {
    name: "P-256: no bit of a public key can be flipped",
    run: async () => {
      const der = decodeBase64(stripPem(keyPair.publicKey));
      const refusals = [
        "unsupported_key",
        "malformed_key",
        "private_key_given",
        "weak_key",
      ] as const;
      for (const [at, flipped] of flipEachBit(der).entries()) {
        await expectRefusal(() => importPublicKey(encodeBase64(flipped)), refusals, `bit ${at}`);
      }
    },
  },
  {
    name: "P-256: whatever is cut or changed in a private key ends in a key or a CryptoError",
    run: async () => {
      const random = createRandom(256);
      const der = decodeBase64(stripPem(keyPair.privateKey));
      for (let round = 0; round < 400; round++) {
        const length = round % 4 === 0 ? Math.floor(random() * der.length) : der.length;
        const changed = der.slice(0, length);
        const at = Math.floor(random() * length);
        changed.fill(Math.floor(random() * 256), at, at + 1);
        await expectTypedOutcome(() => importPrivateKey(encodeBase64(changed)), `round ${round}`);
      }
    },
  },
  {
    name: "P-256: envelopes of another JOSE implementation open",
    run: async () => {
      const privateKey = await importPrivateKey(keyPair.privateKey);
      for (const { paymentId, receipt, sealed } of p256.sealedReceipts) {
        expectEqual(sealed.aad, receiptAad(paymentId), "aad");
        expectEqual(await openReceipt({ sealed, paymentId, privateKey }), receipt, paymentId);
      }
    },
  },
  {
    name: "P-256: Concat KDF, RFC 7518 appendix C",
    run: async () => {
      const shared = "nlbZHYFxNdNyg0KDv4QmnPsxbqPagGpI9tqneYz-kMQ";
      const input = concatKdfInput(decodeBase64Url(shared), {
        algorithm: "A128GCM",
        partyU: decodeBase64Url("QWxpY2U"),
        partyV: decodeBase64Url("Qm9i"),
        keyBits: 128,
      });
      const derived = new Uint8Array(await crypto.subtle.digest("SHA-256", input));
      expectEqual(encodeBase64Url(derived.slice(0, 16)), "VqqN6vgjbSBcIijNcacQGg", "key");
    },
  },
  {
    name: "P-256: a fresh pair opens what is sealed to it, extractable only where that is asked for",
    run: async () => {
      for (const extractable of [false, true]) {
        const { publicKey, privateKey } = await generateP256Keys({ extractable });
        expectEqual(privateKey.extractable, extractable, "extractable");
        const spki = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
        const { key, thumbprint } = await importPublicKey(formatPem("PUBLIC KEY", spki));
        const recipient = { keyId: formatKeyId(thumbprint), key };
        const sealed = await sealWithJose({ receipt: { a: 1 }, paymentId: "p", recipient });
        expectEqual(sealed.header.alg, "ECDH-ES+A256KW", "alg");
        expectEqual(await openReceipt({ sealed, paymentId: "p", privateKey }), { a: 1 }, "receipt");
      }
    },
  },
  {
    name: "P-256: a rewrap goes from either kind of key to either kind, and changes nothing else",
    run: async () => {
      const [rsa, ec] = await Promise.all([importPair(vectors.keyPair), importPair(keyPair)]);
      for (const from of [rsa, ec]) {
        for (const to of [rsa, ec]) {
          const receipt = { a: 1 };
          const sealed = await sealWithJose({ receipt, paymentId: "p", recipient: from.recipient });
          const moved = await rewrapReceipt({ sealed, from: from.privateKey, to: to.recipient });
          const { header, encrypted_key, ...rest } = moved;
          const { header: _header, encrypted_key: _wrapped, ...untouched } = sealed;
          expectEqual(rest, untouched, "the rest");
          expectEqual([header.alg, header.kid], [to.alg, to.recipient.keyId], "header");
          const opened = await openReceipt({
            sealed: moved,
            paymentId: "p",
            privateKey: to.privateKey,
          });
          expectEqual(opened, receipt, "receipt");
          expectTrue(encrypted_key !== sealed.encrypted_key, "the wrapped key is another one");
        }
      }
    },
  },
  {
    name: "P-256: neither another key nor a key of the other kind opens it",
    run: async () => {
      const [rsa, ec, stranger] = await Promise.all(
        [vectors.keyPair, keyPair, otherKeyPair].map(importPair),
      );
      if (!rsa || !ec || !stranger) throw new Error("three pairs were imported");
      for (const [sealedTo, openedBy] of [
        [ec, stranger],
        [ec, rsa],
        [rsa, ec],
      ] as const) {
        const { recipient } = sealedTo;
        const { privateKey } = openedBy;
        const sealed = await sealWithJose({ receipt: { a: 1 }, paymentId: "p", recipient });
        const open = () => openReceipt({ sealed, paymentId: "p", privateKey });
        await expectRefusal(open, ["wrong_key"], "open");
        const rewrap = () => rewrapReceipt({ sealed, from: privateKey, to: recipient });
        await expectRefusal(rewrap, ["wrong_key"], "rewrap");
      }
    },
  },
  {
    name: "P-256: keys of another curve or use are refused",
    run: async () => {
      const { recipient, privateKey } = await importPair(keyPair);
      const sealed = await sealWithJose({ receipt: {}, paymentId: "p", recipient });
      const p384 = { name: "ECDH", namedCurve: "P-384" };
      const signing = { name: "ECDSA", namedCurve: "P-256" };
      const pairs = await Promise.all([
        crypto.subtle.generateKey(p384, false, ["deriveBits"]),
        crypto.subtle.generateKey(signing, false, ["sign", "verify"]),
      ]);
      for (const pair of pairs) {
        const open = () => openReceipt({ sealed, paymentId: "p", privateKey: pair.privateKey });
        await expectRefusal(open, ["unsupported_key"], "open");
        const to = { keyId: "k", key: pair.publicKey };
        const rewrap = () => rewrapReceipt({ sealed, from: privateKey, to });
        await expectRefusal(rewrap, ["unsupported_key"], "rewrap to");
      }
      const open = () => openReceipt({ sealed, paymentId: "p", privateKey: recipient.key });
      await expectRefusal(open, ["unsupported_key"], "the public half");
    },
  },
  {
    name: "P-256: no bit of the ephemeral key can be flipped, and no other point opens it",
    run: async () => {
      const { paymentId, sealed } = p256.sealedReceipts[0] ?? {};
      if (!paymentId || !sealed) throw new Error("The vectors have an envelope.");
      const privateKey = await importPrivateKey(keyPair.privateKey);
      const refuse = async (
        epk: unknown,
        reason: "malformed_envelope" | "wrong_key",
        claim: string,
      ) => {
        const other: SealedReceipt = JSON.parse(
          JSON.stringify({ ...sealed, header: { ...sealed.header, epk } }),
        );
        const open = () => openReceipt({ sealed: other, paymentId, privateKey });
        await expectRefusal(open, [reason], `open: ${claim}`);
        const rewrap = () => rewrapReceipt({ sealed: other, from: privateKey, to });
        await expectRefusal(rewrap, [reason], `rewrap: ${claim}`);
      };
      const { key } = await importPublicKey(keyPair.publicKey);
      const to = { keyId: keyPair.keyId, key };
      const { epk } = sealed.header;
      for (const name of ["x", "y"] as const) {
        for (const [at, flipped] of flipEachBit(decodeBase64Url(epk[name])).entries()) {
          const changed = { ...epk, [name]: encodeBase64Url(flipped) };
          await refuse(changed, "malformed_envelope", `${name}, bit ${at}`);
        }
        const text = epk[name];
        for (const value of [text.slice(0, -1), `${text}A`, `${text}=`, "", undefined, null, 1]) {
          await refuse({ ...epk, [name]: value }, "malformed_envelope", `${name} as ${value}`);
        }
      }
      const zero = encodeBase64Url(new Uint8Array(32));
      for (const value of [
        { ...epk, x: zero, y: zero },
        { ...epk, crv: "P-384" },
        { ...epk, kty: "OKP" },
        {},
        [],
        null,
        undefined,
      ]) {
        await refuse(value, "malformed_envelope", JSON.stringify(value) ?? "missing");
      }
      const another = p256.sealedReceipts[1]?.sealed.header.epk;
      await refuse(another, "wrong_key", "the ephemeral key of another envelope");
      await refuse(readJwk(keyPair.publicKey), "wrong_key", "the recipient's own key");
    },
  },
];

function readJwk(publicKey: string) {
  const point = decodeBase64(stripPem(publicKey)).slice(-64);
  const [x, y] = [point.slice(0, 32), point.slice(32)].map(encodeBase64Url);
  return { kty: "EC", crv: "P-256", x, y };
}

async function importPair(pair: { keyId: string; publicKey: string; privateKey: string }) {
  const [{ kind, key }, privateKey] = await Promise.all([
    importPublicKey(pair.publicKey),
    importPrivateKey(pair.privateKey),
  ]);
  const alg = kind === "P-256" ? "ECDH-ES+A256KW" : "RSA-OAEP-256";
  return { alg, recipient: { keyId: pair.keyId, key }, privateKey };
}
