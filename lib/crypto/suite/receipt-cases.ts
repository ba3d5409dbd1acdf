import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { createRandom, createRandomObject } from "./random-json.ts";
import { sealWithJose } from "./seal-with-jose.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

const { keyPair, otherKeyPair } = vectors;

/** Properties of every receipt: open inverts the seal of another implementation, and no other input opens. */
export const receiptCases: SuiteCase[] = [
  {
    name: "receipts: open inverts seal for 300 random receipts",
    run: async () => {
      const { recipient, privateKey } = await importVectorPair();
      for (let seed = 1; seed <= 300; seed++) {
        const receipt = createRandomObject(createRandom(seed));
        const paymentId = `pay_${seed}`;
        const sealed = await sealWithJose({ receipt, paymentId, recipient });
        const opened = await openReceipt({ sealed, paymentId, privateKey });
        expectEqual(opened, JSON.parse(JSON.stringify(receipt)), `seed ${seed}`);
      }
    },
  },
  {
    name: "receipts: empty, 200 KB, odd member names",
    run: async () => {
      const { recipient, privateKey } = await importVectorPair();
      const odd = JSON.parse('{"__proto__":{"a":1},"constructor":"b","toString":null,"":0}');
      for (const receipt of [{}, { text: "ü€😀 ".repeat(20_000) }, odd]) {
        const sealed = await sealWithJose({ receipt, paymentId: "pay_1", recipient });
        expectEqual(
          await openReceipt({ sealed, paymentId: "pay_1", privateKey }),
          receipt,
          "receipt",
        );
      }
    },
  },
  {
    name: "receipts: another key, and another payment's row, do not open it",
    run: async () => {
      const { recipient, privateKey } = await importVectorPair();
      const stranger = await importPrivateKey(otherKeyPair.privateKey);
      const sealed = await sealWithJose({ receipt: { a: 1 }, paymentId: "pay_1", recipient });
      const openAsStranger = () =>
        openReceipt({ sealed, paymentId: "pay_1", privateKey: stranger });
      await expectRefusal(openAsStranger, ["wrong_key"], "another key");
      const openElsewhere = () => openReceipt({ sealed, paymentId: "pay_2", privateKey });
      await expectRefusal(openElsewhere, ["wrong_payment"], "another payment");
      const rewrapAsStranger = () => rewrapReceipt({ sealed, from: stranger, to: recipient });
      await expectRefusal(rewrapAsStranger, ["wrong_key"], "rewrap with another key");
    },
  },
  {
    name: "receipts: a rewrap changes the wrapped key and kid alone",
    run: async () => {
      const escrow = await importVectorPair(otherKeyPair);
      const { recipient, privateKey } = await importVectorPair();
      const sealed = await sealWithJose({
        receipt: { a: 1 },
        paymentId: "pay_1",
        recipient: escrow.recipient,
      });
      const moved = await rewrapReceipt({ sealed, from: escrow.privateKey, to: recipient });
      expectTrue(moved.encrypted_key !== sealed.encrypted_key, "the wrapped key is another one");
      const { encrypted_key } = moved;
      const header = { alg: "RSA-OAEP-256", kid: keyPair.keyId };
      expectEqual(moved, { ...sealed, encrypted_key, header }, "the rest is untouched");
      expectEqual(
        await openReceipt({ sealed: moved, paymentId: "pay_1", privateKey }),
        { a: 1 },
        "receipt",
      );
    },
  },
  {
    name: "receipts: keys of the other half, or for another hash, are refused",
    run: async () => {
      const { recipient, privateKey } = await importVectorPair();
      const sealed = await sealWithJose({ receipt: {}, paymentId: "pay_1", recipient });
      const sha1 = await crypto.subtle.generateKey(
        {
          name: "RSA-OAEP",
          hash: "SHA-1",
          modulusLength: 2048,
          publicExponent: new Uint8Array([1, 0, 1]),
        },
        false,
        ["encrypt", "decrypt"],
      );
      for (const key of [privateKey, sha1.publicKey]) {
        const to = { keyId: "k", key };
        const rewrap = () => rewrapReceipt({ sealed, from: privateKey, to });
        await expectRefusal(rewrap, ["unsupported_key"], "rewrap to");
      }
      for (const key of [recipient.key, sha1.privateKey]) {
        const open = () => openReceipt({ sealed, paymentId: "pay_1", privateKey: key });
        await expectRefusal(open, ["unsupported_key"], "open");
        const rewrap = () => rewrapReceipt({ sealed, from: key, to: recipient });
        await expectRefusal(rewrap, ["unsupported_key"], "rewrap from");
      }
    },
  },
  {
    name: "receipts: a content key of another size than 256 bits is refused",
    run: async () => {
      const { recipient, privateKey } = await importVectorPair();
      const sealed = await sealWithJose({ receipt: {}, paymentId: "pay_1", recipient });
      for (const size of [0, 16, 24, 31, 33]) {
        const shortKey = new Uint8Array(size);
        const wrapped = await crypto.subtle.encrypt("RSA-OAEP", recipient.key, shortKey);
        const other = { ...sealed, encrypted_key: encodeBase64Url(new Uint8Array(wrapped)) };
        const open = () => openReceipt({ sealed: other, paymentId: "pay_1", privateKey });
        await expectRefusal(open, ["wrong_key"], `open, ${size} bytes`);
        const rewrap = () => rewrapReceipt({ sealed: other, from: privateKey, to: recipient });
        await expectRefusal(rewrap, ["wrong_key"], `rewrap, ${size} bytes`);
      }
    },
  },
  {
    name: "receipts: a fresh key pair round-trips and is not the one before",
    run: async () => {
      const [pair, another] = await Promise.all([generateKeyPair(), generateKeyPair()]);
      expectTrue(pair.keyId !== another.keyId, "fresh pairs differ");
      const { key, pem, thumbprint } = await importPublicKey(pair.publicKey);
      expectEqual([pem, `key_${thumbprint}`], [pair.publicKey, pair.keyId], "public key");
      const privateKey = await importPrivateKey(pair.privateKey);
      const sealed = await sealWithJose({
        receipt: { a: 1 },
        paymentId: "p",
        recipient: { keyId: pair.keyId, key },
      });
      expectEqual(await openReceipt({ sealed, paymentId: "p", privateKey }), { a: 1 }, "receipt");
    },
  },
];

async function importVectorPair(pair = keyPair) {
  const [{ key }, privateKey] = await Promise.all([
    importPublicKey(pair.publicKey),
    importPrivateKey(pair.privateKey),
  ]);
  return { recipient: { keyId: pair.keyId, key }, privateKey };
}
