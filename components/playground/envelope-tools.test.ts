import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "#lib/client/send-request.ts";
import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };
import { describeParts, flipBit, partNames } from "./envelope-parts.ts";
import { exampleReceipt } from "./example-receipt.ts";
import { openPasted } from "./open-pasted.ts";
import { createPrivateKey, readKeys } from "./read-keys.ts";
import { sealPasted } from "./seal-example.ts";

const paymentId = "pay_1";
const receipt = JSON.stringify(exampleReceipt);

async function makeEnvelope(kind: "P-256" | "RSA-2048" = "P-256") {
  const privateKey = await createPrivateKey(kind);
  const sealing = await sealPasted(receipt, { ...(await readKeys(privateKey)), paymentId });
  assert.ok(sealing.state === "sealed");
  return { privateKey, paymentId, envelope: sealing.envelope };
}

for (const kind of ["P-256", "RSA-2048"] as const) {
  test(`${kind}: what is sealed to a new key opens, and no part can be changed but a name`, async () => {
    const pasted = await makeEnvelope(kind);
    const { opening } = await openPasted(pasted);
    assert.ok(opening.state === "opened", opening.state);
    assert.equal(opening.receipt.receiptId, exampleReceipt.receiptId);

    const sealed: Record<string, unknown> = JSON.parse(pasted.envelope);
    assert.deepEqual(
      describeParts(sealed).flatMap(({ problem }) => problem ?? []),
      [],
    );
    for (const part of partNames) {
      const envelope = JSON.stringify(flipBit(sealed, part));
      const { state } = (await openPasted({ ...pasted, envelope })).opening;
      // The key's id only helps to find the key.
      const isName = part === "header" && kind === "RSA-2048";
      assert.equal(state, isName ? "opened" : "failed", part);
    }
  });
}

test("the key id and the public key are those of the private key", async () => {
  for (const { keyId, publicKey, privateKey } of Object.values(vectors.keys)) {
    const keys = await readKeys(privateKey);
    assert.deepEqual([keys.keyId, keys.publicKey], [keyId, publicKey]);
  }
});

for (const { name, readers, reservation, body, receipt: sealed } of vectors.sealed) {
  test(`a pasted body is opened with the key of each reader: ${name}`, async () => {
    for (const reader of readers) {
      const { privateKey } = vectors.keys[reader as keyof typeof vectors.keys];
      const envelope = JSON.stringify({ amount: 1, ...body });
      const { opening } = await openPasted({
        privateKey,
        paymentId: reservation.paymentId,
        envelope,
      });
      assert.ok(opening.state === "opened", opening.state);
      assert.equal(textOf(opening.receipt, "receiptId"), sealed.receiptId);
    }
  });
}

test("what is wrong is said for the field that has it", async () => {
  const pasted = await makeEnvelope();
  const other = await createPrivateKey("P-256");
  const cases: [string, Partial<typeof pasted>, string][] = [
    ["another key", { privateKey: other }, "failed wrong_key"],
    ["another payment", { paymentId: "pay_2" }, "failed wrong_payment"],
    ["no key", { privateKey: "" }, "closed"],
    ["a broken key", { privateKey: "-----BEGIN" }, "closed"],
    ["no envelope", { envelope: " " }, "empty"],
    ["no JSON", { envelope: "{" }, "unreadable"],
    ["JSON without an envelope", { envelope: '{"data":{}}' }, "unreadable"],
    ["a compact JWE", { envelope: "e30.a.b.c.d" }, "unreadable"],
    ["half an envelope", { envelope: '{"ciphertext":"AA"}' }, "failed malformed_envelope"],
  ];
  for (const [name, changed, expected] of cases) {
    const { opening } = await openPasted({ ...pasted, ...changed });
    const said = "failure" in opening ? `failed ${opening.failure.reason}` : opening.state;
    assert.equal(said, expected, name);
  }
  const { key } = await openPasted({ ...pasted, privateKey: "-----BEGIN" });
  assert.ok(key.state === "failed" && key.failure.reason === "malformed_key");
});
