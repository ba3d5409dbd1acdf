import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { calculateJwkThumbprint, flattenedDecrypt, importJWK } from "jose";
import { PADDED_TO } from "#lib/crypto/seal-receipt.ts";
import example from "./example.json" with { type: "json" };

const { envelope, paymentId, privateKey, receipt } = example;

describe("the example on the landing page", () => {
  it("is an envelope that opens to the receipt beside it", async () => {
    const key = await importJWK(privateKey, "RSA-OAEP-256");
    const { plaintext } = await flattenedDecrypt(envelope, key);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), receipt);
  });

  it("has the shape of a sealed receipt, bound to its payment and key", async () => {
    assert.deepEqual(decode(envelope.protected), { enc: "A256GCM" });
    assert.deepEqual(decode(envelope.aad), { paymentId, v: 1 });
    const thumbprint = await calculateJwkThumbprint(privateKey);
    assert.deepEqual(envelope.header, { alg: "RSA-OAEP-256", kid: `key_${thumbprint}` });
  });

  it("was sealed at the till, as the page says", () => {
    assert.equal(receipt.sealedAt, "till");
    assert.equal(receipt.sealedTo, envelope.header.kid.slice("key_".length));
    assert.equal(Buffer.from(envelope.ciphertext, "base64url").length % PADDED_TO, 0);
  });

  it("does not open in the row of another payment", async () => {
    const key = await importJWK(privateKey, "RSA-OAEP-256");
    const aad = Buffer.from(JSON.stringify({ paymentId: "pay_other", v: 1 })).toString("base64url");
    await assert.rejects(flattenedDecrypt({ ...envelope, aad }, key), {
      code: "ERR_JWE_DECRYPTION_FAILED",
    });
  });

  it("adds up to the cent", () => {
    const items = receipt.items.reduce((sum, item) => sum + item.totalPrice, 0);
    assert.equal(items, receipt.subtotal);
    assert.equal(receipt.subtotal + receipt.taxAmount, receipt.totalAmount);
    assert.equal(receipt.totalAmount, receipt.amount);
    for (const item of receipt.items) assert.equal(item.quantity * item.unitPrice, item.totalPrice);
  });
});

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}
