import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "./find-secrets.ts";

const secret = "Hauptstraße 7? ~ÿ";

const disguises: [string, string][] = [
  ["as it is", secret],
  ["in the other case", secret.toUpperCase().replace("SS", "ß")],
  ["in hex", Buffer.from(secret).toString("hex")],
  ["in base64", Buffer.from(secret).toString("base64")],
  ["in base64url", Buffer.from(secret).toString("base64url")],
  ["in base64, one byte in", Buffer.from(`x${secret}y`).toString("base64")],
  ["in base64, two bytes in", Buffer.from(`xx${secret}`).toString("base64url")],
  [
    "in base64 with line breaks",
    Buffer.from(`xx${secret}`).toString("base64").replace("c3", "c\n3"),
  ],
];

for (const [name, text] of disguises) {
  test(`finds a secret ${name}`, () => {
    assert.deepEqual(findSecrets(`before ${text} after`, ["absent", secret]), [secret]);
  });
}

test("finds nothing where nothing is", () => {
  assert.deepEqual(findSecrets("before and after", [secret]), []);
});
