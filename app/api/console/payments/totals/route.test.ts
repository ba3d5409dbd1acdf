import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
setUp(async () => {
  await fillPayments({ organizationId: member.organizationId, count: 40 });
});

// 1 in 4 is in euros, 2 of those failed, 1 in dollars waits for its customer, and each is of 12.50.
for (const [query, expected] of [
  ["", { count: 40, amounts: [amount("usd", 29), amount("eur", 8)] }],
  ["currency=eur", { count: 10, amounts: [amount("eur", 8)] }],
  ["status=failed", { count: 2, amounts: [] }],
  ["search=receipt-4", { count: 2, amounts: [amount("eur", 1)] }],
  ["search=nobody", { count: 0, amounts: [] }],
] as const) {
  test(`200: of ${query || "all"}`, async () => {
    const { status, body } = await call("GET", `/payments/totals?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data, expected);
  });
}

test("200: nothing of another organization or environment", async () => {
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const client of [stranger, staging]) {
    const { body } = await client("GET", "/payments/totals");
    assert.deepEqual(body.data, { count: 0, amounts: [] });
  }
});

test("400: an amount without its currency", async () => {
  const answer = await call("GET", "/payments/totals?amountMin=5");
  assertError(answer, { status: 400, code: "invalid_request", details: /^currency: / });
});

function amount(currency: string, count: number) {
  return { currency, amount: 1250 * count, count };
}
