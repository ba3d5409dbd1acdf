import assert from "node:assert/strict";
import { test } from "node:test";
import { describeStatus } from "./describe-status.ts";

const statesOf = (answer: Parameters<typeof describeStatus>[0]) =>
  Object.fromEntries(describeStatus(answer).parts.map(({ name, state }) => [name, state]));
const unavailable = (details: string) =>
  ({ state: "unavailable", message: "Service temporarily unavailable", details }) as const;

test("where no answer comes, only the API is known not to work", () => {
  const expected = { API: "down", Database: "unknown", "Job queue": "unknown", Keys: "unknown" };
  assert.deepEqual(statesOf("none"), expected);
});

for (const [details, part] of [
  ["database: no answer", "Database"],
  ["queue: not prepared", "Job queue"],
  ["keyring: not loaded", "Keys"],
] as const) {
  test(`"${details}" is about one part, and the API answered`, () => {
    const states = statesOf(unavailable(details));
    assert.equal(states[part], "down");
    assert.equal(states.API, "up");
    assert.equal(Object.values(states).filter((state) => state === "down").length, 1);
    assert.match(describeStatus(unavailable(details)).advice, new RegExp(details));
  });
}

test("what is about no part is about the service as a whole", () => {
  assert.equal(statesOf(unavailable("process: is ending")).API, "down");
});
