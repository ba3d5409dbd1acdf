import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAddress, readData } from "./send-request.ts";

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
