import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./api-error.ts";
import { readFieldErrors } from "./field-errors.ts";

test("each field of a refused request is named with its reason", () => {
  const details =
    "credentials.secretKey: must be a secret or restricted key; items[0].name: too long";
  const error = new ApiError({ status: 400, code: "invalid_request", message: "No", details });
  assert.deepEqual(readFieldErrors(error), [
    { path: "credentials.secretKey", reason: "must be a secret or restricted key" },
    { path: "items[0].name", reason: "too long" },
  ]);
});

test("another failure names no field", () => {
  const conflict = {
    status: 409,
    code: "conflict",
    message: "No",
    details: "provider: waits",
  } as const;
  assert.deepEqual(readFieldErrors(new ApiError(conflict)), []);
  assert.deepEqual(readFieldErrors(new Error("no")), []);
});
