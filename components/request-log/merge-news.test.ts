import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CallsPage, type LoggedCall, mergeNews } from "./use-request-log.ts";

const call = (requestId: string): LoggedCall => ({
  requestId,
  at: "2026-03-10T12:00:00.000Z",
  source: "api",
  method: "GET",
  route: "/api/v1/receipts/{userId}",
  status: 200,
  errorCode: null,
  durationMs: 1,
  apiKeyId: null,
  keyHint: null,
  memberId: null,
  address: null,
  paymentId: null,
});
const page = (ids: string[], nextCursor: string | null, latest: string): CallsPage => ({
  requests: ids.map(call),
  nextCursor,
  latest,
});
const idsOf = ({ requests }: CallsPage) => requests.map(({ requestId }) => requestId);

describe("mergeNews", () => {
  test("what is new stands first, and the position moves on", () => {
    const merged = mergeNews(page(["c", "b"], "more", "1"), page(["e", "d"], null, "2"));
    assert.deepEqual(idsOf(merged), ["e", "d", "c", "b"]);
    assert.deepEqual([merged.nextCursor, merged.latest], ["more", "2"]);
  });

  test("what was logged late takes its place, and nothing is there twice", () => {
    const merged = mergeNews(page(["d", "b"], null, "1"), page(["d", "c", "a"], null, "2"));
    assert.deepEqual(idsOf(merged), ["d", "c", "b", "a"]);
  });

  test("what belongs to the next page is left to it", () => {
    const merged = mergeNews(page(["d", "c"], "more", "1"), page(["b"], null, "2"));
    assert.deepEqual(idsOf(merged), ["d", "c"]);
  });

  test("no news leave the list as it is", () => {
    const before = page(["d"], null, "1");
    assert.equal(mergeNews(before, page([], null, "2")).requests, before.requests);
  });
});
