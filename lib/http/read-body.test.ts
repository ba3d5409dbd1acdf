import assert from "node:assert/strict";
import { test } from "node:test";
import { readJsonBody } from "./read-body.ts";

function read(holder: string, body: string): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  const request = new Request("http://localhost/", { method: "POST", headers, body });
  return readJsonBody({ request, holder });
}

/** The turns of the event loop in which each body was there. */
async function turnsOf(bodies: Promise<unknown>[]): Promise<number[]> {
  const loop = { turn: 0, isOver: false };
  const count = () => {
    loop.turn += 1;
    if (!loop.isOver) setImmediate(count);
  };
  count();
  const turns = await Promise.all(bodies.map((body) => body.then(() => loop.turn)));
  loop.isOver = true;
  return turns;
}

const large = JSON.stringify({ note: "x".repeat(100_000) });

test("large bodies are parsed in turns of their own, those of two holders alternately", async () => {
  const turns = await turnsOf(["a", "a", "a", "b"].map((holder) => read(holder, large)));
  assert.equal(new Set(turns).size, 4);
  const [, second = 0, , other = 0] = turns;
  assert.ok(other > second);
  assert.ok(other < (turns[2] ?? 0), String(turns));
});

test("what is wrong with a large body is said as of a small one", async () => {
  const malformed = `{"note":"${"x".repeat(100_000)}"`;
  await assert.rejects(read("a", malformed), { message: "The body is not valid JSON" });
  await assert.rejects(read("a", '{"note":'), { message: "The body is not valid JSON" });
});
