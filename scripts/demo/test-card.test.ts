import assert from "node:assert/strict";
import { test } from "node:test";
import { hashTestCard, makeTestPan } from "./test-card.ts";

test("test card numbers have 16 digits, the right check digit and no issuer", () => {
  for (let i = 0; i < 1000; i += 1) {
    const pan = makeTestPan();
    assert.match(pan, /^9\d{15}$/);
    assert.equal(luhnSum(pan) % 10, 0, pan);
  }
});

test("the sum that the test relies on knows a right number from a wrong one", () => {
  assert.equal(luhnSum("79927398713") % 10, 0);
  assert.notEqual(luhnSum("79927398710") % 10, 0);
});

test("a hash has the form that registration asks for, and is another one each time", () => {
  const hashes = Array.from({ length: 50 }, hashTestCard);
  for (const hash of hashes) assert.match(hash, /^[0-9a-f]{64}$/);
  assert.equal(new Set(hashes).size, hashes.length);
});

function luhnSum(pan: string): number {
  let sum = 0;
  for (let place = 1; place <= pan.length; place += 1) {
    const digit = Number(pan.at(-place));
    sum += place % 2 === 1 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10);
  }
  return sum;
}
