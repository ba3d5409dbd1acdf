import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { withOlderCode } from "#lib/testing/with-older-code.ts";

const service = setUpTestService();

async function createOwner() {
  const owner = await createTestMember({ role: "owner" });
  return { ...owner, call: createConsoleClient(service, owner, "") };
}

test("200: a limit for each currency, which is changed and removed alone", async () => {
  const { call } = await createOwner();
  assert.deepEqual((await call("GET", "/refund-limits")).body.data, { limits: [] });
  await call("PUT", "/refund-limits/USD", { body: { amount: 5000 } });
  await call("PUT", "/refund-limits/jpy", { body: { amount: 700 } });
  const changed = await call("PUT", "/refund-limits/usd", { body: { amount: 1 } });
  const limits = [
    { currency: "jpy", amount: 700 },
    { currency: "usd", amount: 1 },
  ];
  assert.deepEqual(changed.body.data, { limits });
  assert.deepEqual((await call("GET", "/refund-limits")).body.data, { limits });
  const removed = await call("DELETE", "/refund-limits/jpy");
  assert.deepEqual(removed.body.data, { limits: limits.slice(1) });
  assert.equal((await call("DELETE", "/refund-limits/jpy")).status, 200);
});

describe("400", () => {
  const cases: [string, string, unknown, RegExp][] = [
    ["an unknown currency", "xxx", { amount: 1 }, /^currency: must be an ISO 4217/],
    ["no amount", "usd", {}, /^amount: is required/],
    ["nothing", "usd", { amount: 0 }, /^amount: must be at least 1/],
    ["a part of a unit", "usd", { amount: 1.5 }, /^amount: must be a whole number/],
    ["too much", "usd", { amount: 1_000_000_000_001 }, /^amount: must be at most/],
  ];
  for (const [name, currency, body, details] of cases) {
    test(name, async () => {
      const { call } = await createOwner();
      const answer = await call("PUT", `/refund-limits/${currency}`, { body });
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }
});

test("each organization has its own", async () => {
  const [first, second] = [await createOwner(), await createOwner()];
  await first.call("PUT", "/refund-limits/usd", { body: { amount: 5000 } });
  assert.deepEqual((await second.call("GET", "/refund-limits")).body.data, { limits: [] });
});

test("403: an issuer has no payments to refund", async () => {
  const owner = await createTestMember({ role: "owner", kind: "issuer" });
  const answer = await createConsoleClient(service, owner, "")("GET", "/refund-limits");
  assertError(answer, { status: 403, code: "forbidden", details: /payments:read/ });
});

test("503: nobody gets the role while code serves that would give it every scope", async () => {
  const { call, organizationId } = await createOwner();
  const { memberId } = await createTestMember({ organizationId });
  const asSupport = { body: { role: "support" } };
  const invitation = { body: { email: "support@test.example", role: "support" } };
  await withOlderCode(async () => {
    const expected = { status: 503, code: "service_unavailable" } as const;
    assertError(await call("PUT", `/members/${memberId}`, asSupport), expected);
    assertError(await call("POST", "/invitations", invitation), expected);
    const viewer = await call("PUT", `/members/${memberId}`, { body: { role: "viewer" } });
    assert.equal(viewer.status, 200);
  }, "20261129000000_device_logins");
  assert.equal((await call("PUT", `/members/${memberId}`, asSupport)).status, 200);
  assert.equal((await call("POST", "/invitations", invitation)).status, 201);
});
