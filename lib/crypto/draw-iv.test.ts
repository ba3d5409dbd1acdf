import assert from "node:assert/strict";
import { test } from "node:test";
import { drawIv } from "./draw-iv.ts";

test("a thousand IVs of 96 bits are all different, and stay what they were", () => {
  const ivs = Array.from({ length: 1000 }, () => drawIv());
  assert.ok(ivs.every((iv) => iv.length === 12));
  assert.equal(new Set(ivs.map((iv) => Buffer.from(iv).toString("hex"))).size, 1000);
});
