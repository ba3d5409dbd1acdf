import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, grant, registerCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const service = setUpTestService();

type Step = { name: string; done: boolean; doneAt: string | null };

async function stepsOf(organizationId: string, environment = "development") {
  const member = await createTestMember({ organizationId, role: "viewer" });
  const answer = await createConsoleClient(service, member, environment)("GET", "/setup");
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const steps: Step[] = answer.body.data.steps;
  for (const { done, doneAt } of steps) assert.equal(done, doneAt !== null);
  return steps;
}

async function doneBy(organizationId: string, environment?: string): Promise<string[]> {
  const steps = await stepsOf(organizationId, environment);
  return steps.filter(({ done }) => done).map(({ name }) => name);
}

test("200: each step as it is done, and in its environment only", async () => {
  const id = await createTestOrganization();
  assert.deepEqual(await stepsOf(id), [
    { name: "api_key", done: false, doneAt: null },
    { name: "first_payment", done: false, doneAt: null },
    { name: "first_receipt_opened", done: false, doneAt: null },
    { name: "gateway_connected", done: false, doneAt: null },
  ]);

  const api = createApiClient(service, await createTestKey({ organizationId: id }));
  assert.deepEqual(await doneBy(id), ["api_key"]);

  const holder = await registerCardholder(api);
  const paymentId = await createSealedPayment(api, holder);
  await createSealedPayment(api, holder);
  assert.deepEqual(await doneBy(id), ["api_key", "first_payment"]);

  const tokenId = await grant(api, holder);
  await api.post("/payments/envelope", { body: { paymentId, tokenId } });
  const owner = await createTestMember({ organizationId: id });
  const body = { provider: "sandbox" };
  await createConsoleClient(service, owner)("PUT", "/gateways/gateway_one", { body });
  const steps = await stepsOf(id);
  assert.deepEqual(new Set(steps.map(({ done }) => done)), new Set([true]));
  const { rows } = await pool().query("SELECT created_at FROM payment WHERE id = $1", [paymentId]);
  assert.equal(steps[1]?.doneAt, rows[0].created_at.toISOString());

  assert.deepEqual(await doneBy(id, "staging"), []);
  const { organizationId: stranger } = await createTestMember();
  assert.deepEqual(await doneBy(stranger), []);
});

test("401: without a session", async () => {
  const call = createConsoleClient(service, await createTestMember());
  const answer = await call("GET", "/setup", { headers: { Cookie: "" } });
  assertError(answer, { status: 401, code: "unauthorized" });
});
