import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAddress, readApiError, readData } from "./send-request.ts";

test("an answer that breaks off is none, and one that is no JSON cannot be read", async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.error(new TypeError("terminated")),
  });
  await assert.rejects(readData(new Response(broken)), { code: "no_answer", status: 0 });
  for (const text of ["<html>", "{}", '{"success":false}', ""]) {
    await assert.rejects(readData(new Response(text)), { code: "unreadable", status: 200 });
  }
  assert.equal(await readData(Response.json({ success: true, data: 7 })), 7);
});

test("an address carries its parameters safely, and no empty question", () => {
  const path = "/api/v1/receipts/{userId}";
  assert.equal(formatAddress(path, { userId: "a/b?c" }), "/api/v1/receipts/a%2Fb%3Fc");
  const query = { limit: 100, cursor: undefined, from: "" };
  assert.equal(formatAddress(path, { userId: "usr_1" }, query), "/api/v1/receipts/usr_1?limit=100");
});

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
      {
        status: 502,
        code: "unreadable",
        message: "Status 502: not an answer from this service",
        retryAfter: undefined,
      },
    );
  });
}
