import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AppError } from "#lib/core/errors.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";

const read = (text: string) => readIdempotencyKey(new Headers({ "Idempotency-Key": text }));

test("no header is no key", () => assert.equal(readIdempotencyKey(new Headers()), undefined));

describe("reads", () => {
  const keys: [string, string][] = [
    ["order-1", "order-1"],
    ['"order-1"', "order-1"],
    ["  order-1  ", "order-1"],
    ["8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
    ['"with space, and comma"', "with space, and comma"],
    ['"a \\"quoted\\" word and a \\\\"', 'a "quoted" word and a \\'],
    ["k".repeat(255), "k".repeat(255)],
    [`"${"k".repeat(255)}"`, "k".repeat(255)],
    // Escapes are not part of the key's length.
    [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
  ];
  for (const [text, key] of keys) {
    test(text.slice(0, 40), () => assert.equal(read(text), key));
  }
});

describe("refuses, without repeating it,", () => {
  const refused = ["", '""', '"', '"open', '"a"b"', '"a\\x"', "a\tb", "caf\u00e9", "k".repeat(256)];
  for (const text of [...refused, `"${"k".repeat(256)}"`]) {
    test(JSON.stringify(text.slice(0, 40)), () => {
      assert.throws(
        () => read(text),
        (error) => {
          assert.ok(error instanceof AppError && error.code === "invalid_request");
          assert.match(error.details, /^Idempotency-Key: /);
          return true;
        },
      );
    });
  }
});
