import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { hashNormalized } from "./identifier-hash.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const hashed: [Parameters<typeof hashNormalized>[0], string, string][] = [
  ["card", "4242 4242 4242 4242", "4242424242424242"],
  ["card", "4242-4242\u20104242\u00a04242", "4242424242424242"],
  ["card", "4242 4242 4242 4241", "4242424242424241"],
  ["par", "500185e2d3aaqp1d9ukgfzkzr8ydj", "500185E2D3AAQP1D9UKGFZKZR8YDJ"],
  ["phone", "+49 (170) 1234567", "+491701234567"],
  ["email", " Ada@Example.com ", "ada@example.com"],
  ["reference", "C-7", "C-7"],
];
for (const [kind, text, normal] of hashed) {
  test(`the ${kind} ${JSON.stringify(text)} is hashed as ${normal}`, async () => {
    assert.equal(await hashNormalized(kind, text), sha256(normal));
  });
}

const refused: [Parameters<typeof hashNormalized>[0], string][] = [
  ["card", "4242 4242 424"],
  ["card", "42424242424242424242"],
  ["card", "4242x42424242424"],
  ["par", "500185"],
  ["phone", "0170 1234567"],
  ["email", "ada.example.com"],
  ["reference", " "],
];
for (const [kind, text] of refused) {
  test(`the ${kind} ${JSON.stringify(text)} is refused, and not repeated`, async () => {
    await assert.rejects(hashNormalized(kind, text), (error: Error) => {
      assert.equal(error.name, "RangeError");
      return text.trim() === "" || !error.message.includes(text);
    });
  });
}
