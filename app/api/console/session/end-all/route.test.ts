import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionCookie } from "#lib/accounts/session-cookie.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

test("200: every session of the member ends, those of others stay", async () => {
  const member = await createTestMember({ role: "viewer" });
  const colleague = await createTestMember({ organizationId: member.organizationId });
  const call = createConsoleClient(service, member);
  const answer = await call("POST", "/session/end-all");
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body.data, { ended: true });
  const cookie = answer.headers.get("set-cookie") ?? "";
  assert.ok(cookie.startsWith(`${sessionCookie().name}=; Path=/; Max-Age=0;`), cookie);

  assert.equal((await call("GET", "/session")).body.data, null);
  assert.equal((await createConsoleClient(service, colleague)("GET", "/session")).status, 200);
});
