import { generalDecrypt } from "jose";
import { decodeBase64Url, decodeUtf8, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { PADDED_TO, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import { createRandom, createRandomObject } from "./random-json.ts";
import {
  devices,
  envelopesOf,
  openForAll,
  pairs,
  readPlaintext,
  reserve,
  thumbprintsOf,
} from "./sealed-at-till.ts";
import { expectEqual, expectRefusal, type SuiteCase } from "./suite-case.ts";

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
  {
    name: "till: wraps that change places, or come from another envelope, do not open",
    run: async () => {
      const keys = [pairs.p256, pairs.otherP256, pairs.rsa] as const;
      const [one, other] = await Promise.all([
        sealReceipt(reserve("pay_1", keys), {}),
        sealReceipt(reserve("pay_1", keys), {}),
      ]);
      const wraps = envelopesOf(one);
      const foreign = envelopesOf(other);
      for (const [at, { privateKey: pem }] of keys.entries()) {
        const privateKey = await importPrivateKey(pem);
        const swapped = [...wraps.filter((_, place) => place !== at), foreign[at]];
        for (const wrapped of swapped) {
          if (!wrapped) throw new Error("there is a wrap for each key");
          const { header, encrypted_key } = wrapped;
          const sealed = { ...one.sealedReceipt, header, encrypted_key };
          const open = () => openReceipt({ sealed, paymentId: "pay_1", privateKey });
          await expectRefusal(open, ["wrong_key"], `key ${at}`);
        }
      }
    },
  },
  {
    name: "till: what was sealed to the escrow is wrapped again for its owner, and nothing else changes",
    run: async () => {
      const { sealedReceipt } = await sealReceipt(reserve("pay_1", [pairs.rsa]), { a: 1 });
      const from = await importPrivateKey(pairs.rsa.privateKey);
      for (const owner of [pairs.p256, pairs.otherRsa]) {
        const { key } = await importPublicKey(owner.publicKey);
        const to = { keyId: owner.keyId, key };
        const moved = await rewrapReceipt({ sealed: sealedReceipt, from, to });
        const { header, encrypted_key } = moved;
        expectEqual(moved, { ...sealedReceipt, header, encrypted_key }, "the rest is untouched");
        const privateKey = await importPrivateKey(owner.privateKey);
        const opened = await openReceipt({ sealed: moved, paymentId: "pay_1", privateKey });
        // Which key it was sealed to first stays in it.
        expectEqual(opened.sealedTo, await thumbprintsOf([pairs.rsa]), "sealedTo");
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
];
