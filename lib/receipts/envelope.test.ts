import assert from "node:assert/strict";
import { test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import rsa from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { type SealedRow, toRecipientColumns, toSealedReceipt } from "./envelope.ts";

const paymentId = "pay_1";

type Pair = { keyId: string; publicKey: string; privateKey: string };

/** As it is stored, with the other devices as JSON has them. */
function sealedRow(...pairs: [Pair, ...Pair[]]): SealedRow {
  const [first, ...more] = pairs.map(({ publicKey }) => importStoredPublicKey(publicKey));
  assert.ok(first);
  const sealed = sealOnServer({ receipt: { a: 1 }, paymentId, keys: [first, ...more] });
  const { encryptedKey, ephemeralKey, others, ...parts } = sealed;
  const keyIds = pairs.map(({ keyId }) => keyId);
  const columns = toRecipientColumns(keyIds, [{ encryptedKey, ephemeralKey }, ...others]);
  const otherRecipients = JSON.parse(JSON.stringify(columns.otherRecipients));
  return { ...parts, ...columns, otherRecipients, id: paymentId, keyId: pairs[0].keyId };
}

test("a stored receipt is a JWE of the documented shape, and opens", async () => {
  const { keyId, privateKey } = rsa.keyPair;
  const sealed = toSealedReceipt(sealedRow(rsa.keyPair), keyId);
  assert.ok(sealed);
  const { encrypted_key, iv, ciphertext, tag, ...rest } = sealed;
  assert.deepEqual(rest, {
    protected: "eyJlbmMiOiJBMjU2R0NNIn0",
    header: { alg: "RSA-OAEP-256", kid: keyId },
    aad: "eyJwYXltZW50SWQiOiJwYXlfMSIsInYiOjF9",
  });
  const lengths = [encrypted_key, iv, ciphertext, tag].map(
    (part) => Buffer.from(part, "base64url").length,
  );
  assert.deepEqual(lengths, [256, 12, 7, 16]);
  const imported = await importPrivateKey(privateKey);
  assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: imported }), { a: 1 });
});

test("each device of the cardholder gets its own wrap of the one ciphertext", async () => {
  const pairs = [p256.keyPair, rsa.keyPair, p256.otherKeyPair, rsa.otherKeyPair] as const;
  for (const order of [[...pairs], [...pairs].reverse()]) {
    const [first, ...more] = order;
    assert.ok(first);
    const row = sealedRow(first, ...more);
    const envelopes = order.map(({ keyId }) => toSealedReceipt(row, keyId));
    assert.equal(new Set(envelopes.map((envelope) => envelope?.ciphertext)).size, 1);
    assert.equal(new Set(envelopes.map((envelope) => envelope?.encrypted_key)).size, 4);
    for (const [at, { keyId, privateKey }] of order.entries()) {
      const sealed = envelopes[at];
      assert.ok(sealed);
      assert.equal(sealed.header.kid, keyId);
      const imported = await importPrivateKey(privateKey);
      assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: imported }), { a: 1 });
    }
  }
});

test("there is none for a key that it is not wrapped for, whatever its id", () => {
  const row = sealedRow(rsa.keyPair, p256.keyPair);
  for (const kid of [p256.otherKeyPair.keyId, "", "constructor", "__proto__", "toString"]) {
    assert.equal(toSealedReceipt(row, kid), undefined);
  }
  const odd = { ...p256.keyPair, keyId: "__proto__" };
  assert.equal(toSealedReceipt(sealedRow(rsa.keyPair, odd), "__proto__")?.header.kid, "__proto__");
});

test("without its wrapped key it is none, for no device", () => {
  const row = { ...sealedRow(rsa.keyPair, p256.keyPair), encryptedKey: null };
  for (const { keyId } of [rsa.keyPair, p256.keyPair]) {
    assert.equal(toSealedReceipt(row, keyId), undefined);
  }
});
