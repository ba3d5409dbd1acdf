import assert from "node:assert/strict";
import { test } from "node:test";
import { createMarkedWords } from "./marked-words.ts";

const words = createMarkedWords(["one", "other"]);
const word = words.mark("one", "pills");

const spellings = {
  "as it is": Buffer.from(`a receipt of ${word}, as sold`),
  "in UTF-16": Buffer.from(`a receipt of ${word}`, "utf16le"),
  "in hex": Buffer.from(Buffer.from(word).toString("hex")),
  "in base64": Buffer.from(Buffer.from(`(${word})`).toString("base64")),
  "in base64url, elsewhere": Buffer.from(Buffer.from(`((${word}))`).toString("base64url")),
  "in base64, at the beginning": Buffer.from(Buffer.from(word).toString("base64")),
};

for (const [name, bytes] of Object.entries(spellings)) {
  test(`a marked word is found ${name}`, async () => {
    assert.deepEqual(await words.find([bytes]), ["one"]);
  });
}

test("a marked word is found across pieces, however small", async () => {
  for (const size of [1, 7, 20]) {
    const bytes = Buffer.from(`${".".repeat(500)}${word}${".".repeat(500)}`);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    assert.deepEqual(await words.find(pieces), ["one"]);
  }
});

test("words of each kind are told apart, and nothing is found where none is", async () => {
  const both = Buffer.from(`${words.mark("other", "street")} ${word}`);
  assert.deepEqual(await words.find([both]), ["one", "other"]);
  assert.deepEqual(await words.find([Buffer.from("pills"), Buffer.alloc(0)]), []);
});
