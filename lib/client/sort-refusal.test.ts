import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./api-error.ts";
import { sortRefusal } from "./sort-refusal.ts";

const message = "Request validation failed";

test("what names a field of the form stands at it, once", () => {
  const details = "name: must not be empty; name: must be one line; other: is wrong";
  const error = new ApiError({ status: 400, code: "invalid_request", message, details });
  assert.deepEqual(sortRefusal(error, ["name", "email"]), {
    atFields: { name: "must not be empty" },
    elsewhere: undefined,
  });
});

test("what names no field of the form is said of the whole", () => {
  const details = "other: is wrong";
  const error = new ApiError({ status: 400, code: "invalid_request", message, details });
  assert.deepEqual(sortRefusal(error, ["name"]), {
    atFields: {},
    elsewhere: "Request validation failed: other: is wrong.",
  });
});

test("a conflict about a field stands at it, in the words of its message", () => {
  const details = "email: is a member's";
  const error = new ApiError({ status: 409, code: "conflict", message: "Is here", details });
  assert.deepEqual(sortRefusal(error, ["email"]).atFields, { email: "Is here" });
  assert.equal(sortRefusal(error, ["name"]).elsewhere, "Is here: email: is a member's.");
});

test("without a failure there is nothing to say", () => {
  assert.deepEqual(sortRefusal(null, ["name"]), { atFields: {}, elsewhere: undefined });
});
