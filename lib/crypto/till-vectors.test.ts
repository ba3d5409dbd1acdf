import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { envelopeFields } from "#lib/reservations/contract.ts";
import { lacksCryptography, runPython } from "#lib/testing/python.ts";
import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };

test("each envelope has the form that a payment takes", () => {
  for (const { name, sealedBy, body } of vectors.sealed) {
    const { success, error } = z.strictObject(envelopeFields).safeParse(body);
    assert.ok(success, `${name}, by ${sealedBy}: ${error?.message}`);
  }
});

test("each receipt is one that a wallet shows", () => {
  for (const { name, receipt, plaintext } of vectors.sealed) {
    const opened = JSON.parse(Buffer.from(plaintext, "base64url").toString());
    const { success, data, error } = openedReceipt.safeParse(opened);
    assert.ok(success, `${name}: ${error?.message}`);
    assert.deepEqual(data.items, receipt.items);
  }
});

test("another implementation opens and refuses the same", {
  skip: lacksCryptography(),
}, async () => {
  const counts = JSON.parse(await runPython(["lib/crypto/vectors/verify_till.py"]));
  const opened = vectors.sealed.flatMap(({ readers }) => readers).length;
  assert.deepEqual(counts, { opened, refused: vectors.refused.length });
});
