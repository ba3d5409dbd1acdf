import assert from "node:assert/strict";
import { test } from "node:test";
import { nameConflict } from "./card-identifiers.ts";

test("a card with as many identifiers as there may be is not told that another has this one", () => {
  const taken = { details: "hash: belongs to another user of this environment" };
  const full = { details: "end one that is no longer needed before adding another" };
  assert.deepEqual([taken, full].map(nameConflict), ["identifier_taken", "identifiers_full"]);
});
