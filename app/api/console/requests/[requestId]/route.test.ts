import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { createTestKey, startTestService, type TestService } from "#lib/testing/test-service.ts";

let service: TestService;
let member: TestMember;
let call: ConsoleClient;
let requestId: string;
before(async () => {
  service = await startTestService();
  member = await createTestMember({ role: "viewer" });
  call = createConsoleClient(service, member);
  const { organizationId } = member;
  const api = createApiClient(service, await createTestKey({ organizationId }));
  requestId = (await api.get("/receipts/usr_1")).body.error.request_id;
  await flushRequestLog();
});
after(() => service.close());

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
