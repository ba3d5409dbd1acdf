import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { apiKeyRequest } from "#lib/api-keys/contract.ts";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { type KeyForm, keyFormIn, presetsFor, toKeyRequest } from "./key-form.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const filled: KeyForm = {
  name: "Till 1",
  scopes: ["payments:write"],
  expiry: "never",
  day: "",
  addresses: "",
};

describe("toKeyRequest", () => {
  test("asks for no end where there is none, and the contract takes it", () => {
    const request = toKeyRequest(filled, now, "UTC");
    assert.equal(request.expiresAt, undefined);
    assert.deepEqual(apiKeyRequest.parse(request).allowedAddresses, []);
  });

  test("counts days from now", () => {
    const { expiresAt } = toKeyRequest({ ...filled, expiry: "30d" }, now, "UTC");
    assert.equal(expiresAt, "2026-04-09T12:00:00.000Z");
  });

  test("a chosen day is over when it ends in the reader's time zone", () => {
    const form = { ...filled, expiry: "day", day: "2026-04-01" };
    const expiryIn = (timeZone: string) => toKeyRequest(form, now, timeZone).expiresAt;
    assert.equal(expiryIn("UTC"), "2026-04-01T23:59:59.999Z");
    assert.equal(expiryIn("Pacific/Auckland"), "2026-04-01T10:59:59.999Z");
    assert.equal(expiryIn("America/New_York"), "2026-04-02T03:59:59.999Z");
  });

  test("takes addresses by line, comma or space", () => {
    const addresses = "203.0.113.7\n2001:db8::/32, 198.51.100.0/24 ";
    const { allowedAddresses } = toKeyRequest({ ...filled, addresses }, now, "UTC");
    assert.deepEqual(allowedAddresses, ["203.0.113.7", "2001:db8::/32", "198.51.100.0/24"]);
  });
});

describe("what the form refuses", () => {
  const cases: [string, Partial<KeyForm>, string][] = [
    ["a blank name", { name: " " }, "name"],
    ["no scope", { scopes: [] }, "scopes"],
    ["a name for an address", { addresses: "shop.example" }, "addresses"],
    ["a block that is none", { addresses: "203.0.113.0/99" }, "addresses"],
    ["too many addresses", { addresses: "203.0.113.7\n".repeat(51) }, "addresses"],
    ["no day", { expiry: "day" }, "day"],
    ["a day that is over", { expiry: "day", day: "2020-01-01" }, "day"],
  ];
  for (const [name, fields, path] of cases) {
    test(name, () => {
      const { error } = keyFormIn("UTC").safeParse({ ...filled, ...fields });
      assert.deepEqual(
        error?.issues.map((issue) => issue.path),
        [[path]],
      );
    });
  }
});

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
