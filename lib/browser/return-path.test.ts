import assert from "node:assert/strict";
import { test } from "node:test";
import { readReturnPath, signInPath } from "./return-path.ts";

const origin = "https://receipts.example";
const cases: [string | null, string | undefined][] = [
  ["/merchant/payments?status=failed", "/merchant/payments?status=failed"],
  ["/merchant/../merchant/team", "/merchant/team"],
  ["/", "/"],
  [null, undefined],
  ["", undefined],
  ["merchant", undefined],
  ["https://evil.example/", undefined],
  ["https://receipts.example/merchant", undefined],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["/\t/evil.example", undefined],
  ["/..//evil.example", undefined],
  ["javascript:alert(1)", undefined],
  ["/sign-in?next=/merchant", undefined],
  ["/sign-up", undefined],
  ["/invite", undefined],
];
for (const [next, path] of cases) {
  test(`${JSON.stringify(next)} leads to ${path ?? "nowhere"}`, () => {
    assert.equal(readReturnPath(next, origin), path);
  });
}

test("the sign-in page carries the way back", () => {
  const url = new URL(signInPath("/merchant/payments?status=failed"), origin);
  assert.equal(
    readReturnPath(url.searchParams.get("next"), origin),
    "/merchant/payments?status=failed",
  );
});
