import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#lib/client/api-error.ts";
import { describeError, readFieldErrors, sortRefusal } from "./describe-error.ts";

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

test("a payment that the page shows is not named once more", () => {
  const conflict = { status: 409, code: "conflict", message: "Nothing is left" } as const;
  const of = (details: string) => describeError(new ApiError({ ...conflict, details }));
  assert.equal(
    of("amount: 0 of 10 is left; paymentId: pay_0a"),
    "Nothing is left: amount: 0 of 10 is left.",
  );
  assert.equal(of("paymentId: pay_0a"), "Nothing is left.");
});
