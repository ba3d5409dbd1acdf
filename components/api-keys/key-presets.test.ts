import assert from "node:assert/strict";
import { test } from "node:test";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { presetsFor } from "./key-presets.ts";

for (const [kind, expected] of [
  ["merchant", { Till: 2, "Read only": 1 }],
  ["issuer", { "Wallet backend": 3, "Read only": 1 }],
  ["platform", { Till: 2, "Wallet backend": 3, "Read only": 2 }],
] as const) {
  test(`presets of a ${kind}, with the number of their scopes`, () => {
    const presets = presetsFor(scopesOfKind[kind]);
    const counts = presets.map(({ name, scopes }) => [name, scopes.length]);
    assert.deepEqual(Object.fromEntries(counts), expected);
  });
}
