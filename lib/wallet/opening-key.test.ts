import assert from "node:assert/strict";
import { test } from "node:test";
import { findOpeningKey } from "./opening-key.ts";

const card = { keys: [{ keyId: "old" }, { keyId: "mine" }] };

const cases: [name: string, listed: Parameters<typeof findOpeningKey>[1], string | undefined][] = [
  ["the only key", { keyId: "mine" }, "mine"],
  ["another device's", { keyId: "theirs" }, undefined],
  ["one of several", { keyId: "theirs", keyIds: ["theirs", "mine"] }, "mine"],
  ["none of several", { keyId: "theirs", keyIds: ["theirs", "others"] }, undefined],
  ["a receipt in escrow", { keyId: null, keyIds: [] }, undefined],
  ["a receipt in escrow, as it was listed before", { keyId: null }, undefined],
];
for (const [name, listed, expected] of cases) {
  test(name, () => assert.equal(findOpeningKey(card, listed), expected));
}
