import assert from "node:assert/strict";
import { test } from "node:test";
import { readView } from "./read-view.ts";

const none = { hidden: [], views: [] };
const views = [{ name: "Refused", query: "status=failed" }];

for (const [name, text, expected] of [
  ["nothing", null, none],
  ["what was kept", JSON.stringify({ hidden: ["gateway"], views }), { hidden: ["gateway"], views }],
  ["no JSON", "{", none],
  ["another shape", '{"hidden":{},"views":[{"name":""},7]}', none],
] as const) {
  test(`reads ${name}`, () => assert.deepEqual(readView(text), expected));
}
