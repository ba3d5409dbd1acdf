import assert from "node:assert/strict";
import { test } from "node:test";
import { setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const expiresAt = new Date(Date.now() + 3_600_000);
const api = setUpApi(service, { scopes: ["webhooks:write"], environment: "staging", expiresAt });

test("a key learns whose it is and what it may do, whichever scope it has", async () => {
  const { apiKey, organization, ...rest } = await api.call("GET /api/v1/caller");
  assert.deepEqual(rest, { environment: "staging", scopes: ["webhooks:write"] });
  assert.deepEqual(
    [organization.organizationId, organization.kind, apiKey?.expiresAt],
    [api.organizationId, "platform", expiresAt.toISOString()],
  );
  assert.ok(!JSON.stringify(apiKey).includes(api.key));
});

test("a session has no key", async () => {
  const viewer = await createTestMember({ role: "viewer" });
  const { apiKey, scopes } = await callerFor(service, viewer)("GET /api/v1/caller");
  assert.deepEqual([apiKey, scopes], [null, ["receipts:read", "payments:read"]]);
});

test("without a key there is no answer", async () => {
  const answer = await api.get("/caller", { key: "ssk_dev_unknown" });
  assertError(answer, { status: 401, code: "unauthorized" });
});
