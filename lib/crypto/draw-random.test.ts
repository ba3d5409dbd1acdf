import assert from "node:assert/strict";
import { test } from "node:test";
import { drawContentKey, drawIv } from "./draw-random.ts";

for (const { name, draw, length } of [
  { name: "IVs of 96 bits", draw: drawIv, length: 12 },
  { name: "content keys of 256 bits", draw: drawContentKey, length: 32 },
]) {
  test(`a thousand ${name} are all different, and stay what they were`, () => {
    const drawn = Array.from({ length: 1000 }, () => draw());
    assert.ok(drawn.every((bytes) => bytes.length === length));
    assert.equal(new Set(drawn.map((bytes) => Buffer.from(bytes).toString("hex"))).size, 1000);
  });

  test(`wiping the memory of one of the ${name} leaves the others as they were`, () => {
    const [before, wiped] = [draw(), draw()];
    const was = before.slice();
    new Uint8Array(wiped.buffer).fill(0);
    assert.deepEqual(before, was);
    const zeros = new Uint8Array(length);
    for (const bytes of [before, draw(), draw()]) assert.notDeepEqual(bytes, zeros);
  });
}
