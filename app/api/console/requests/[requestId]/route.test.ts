import assert from "node:assert/strict";
import { test } from "node:test";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { setUpApi } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });
let requestId: string;
setUp(async () => {
  requestId = (await api.get("/receipts/usr_1")).body.error.request_id;
  await flushRequestLog();
});

test("200: the entry, by the request id of the answer", async () => {
  const { status, body } = await call("GET", `/requests/${requestId}`);
  assert.equal(status, 200, JSON.stringify(body));
  const list = await call("GET", "/requests");
  assert.deepEqual([body.data], list.body.data.requests);
  assert.equal(body.data.requestId, requestId);
});

test("404: an entry of another organization or environment, as one that never was", async () => {
  const unknown = await call("GET", `/requests/req_${"0".repeat(32)}`);
  assertError(unknown, { status: 404, code: "not_found" });
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const theirs of [stranger, staging]) {
    assertSameError(await theirs("GET", `/requests/${requestId}`), unknown);
  }
  assertSameError(await call("GET", "/requests/nonsense"), unknown);
});
