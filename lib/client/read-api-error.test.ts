import assert from "node:assert/strict";
import { test } from "node:test";
import { readApiError } from "./read-api-error.ts";

test("the error shape becomes what a page can tell apart", async () => {
  const error = {
    code: "rate_limit_exceeded",
    message: "Too many requests",
    details: "",
    timestamp: "2026-03-10T12:00:00.000Z",
    request_id: "req_1",
  };
  const headers = { "Retry-After": "30" };
  const failure = await readApiError(Response.json({ error }, { status: 429, headers }));
  const { status, code, message, details, requestId, retryAfter } = failure;
  assert.deepEqual(
    { status, code, message, details, requestId, retryAfter },
    {
      status: 429,
      code: "rate_limit_exceeded",
      message: "Too many requests",
      details: "",
      requestId: "req_1",
      retryAfter: 30,
    },
  );
});

const strange: [string, Response][] = [
  ["a proxy's page", new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["another shape", Response.json(["error"], { status: 502 })],
  ["an inherited name", Response.json({ error: { code: "toString" } }, { status: 502 })],
  ["an empty body", new Response(null, { status: 502 })],
  ["a date to retry after", new Response("", { status: 502, headers: { "Retry-After": "Sun" } })],
];
for (const [name, response] of strange) {
  test(`${name} is unreadable`, async () => {
    const { status, code, message, retryAfter } = await readApiError(response);
    assert.deepEqual(
      { status, code, message, retryAfter },
      { status: 502, code: "unreadable", message: "Status 502", retryAfter: undefined },
    );
  });
}
