import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { createKillableServer, type KillableServer } from "#lib/testing/crash/killable-server.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair, type SigningPair, signRequest } from "#lib/testing/sign-request.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

/** A process of its own on the same database. */
let other: KillableServer;
after(() => other.end());
const service = setUpTestService();
const developer = setUpMember();
const call = createConsoleClient(service, developer);
const till = setUp(async () => {
  const { organizationId } = developer;
  return { key: await createTestKey({ organizationId }) };
});
setUp(async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  other = await createKillableServer({ WORKER: "0", LOG_LEVEL: "error", DATABASE_URL, DATA_DIR });
  await other.start();
});

async function addKey(): Promise<{ pair: SigningPair; id: string }> {
  const pair = await createSigningPair("EdDSA");
  const { id } = await registerSigningKey(call, pair);
  return { pair, id };
}

function pay(at: { url: string }, pair?: SigningPair) {
  const body = JSON.stringify(paymentBody());
  const headers = pair && { "X-Merchant-Signature": signRequest(pair, body) };
  return createApiClient(at, till).post("/payments/gateway_one/create", {
    body,
    ...(headers && { headers }),
  });
}

const refused = { status: 400, code: "invalid_signature" } as const;

test("200: the very next payment signed with a retired key is refused, on every server", async () => {
  const { pair, id } = await addKey();
  assert.equal((await pay(service, pair)).status, 201);
  // From here on the other process has the key in its cache, and reads it again without a pause.
  assert.equal((await pay(other, pair)).status, 201);
  let over = false;
  const busy = Array.from({ length: 2 }, async () => {
    while (!over) await pay(other, pair);
  });

  await call("DELETE", `/signing-keys/${id}`);
  const answers = await Promise.all([pay(service, pair), pay(other, pair)]);
  over = true;
  await Promise.all(busy);
  for (const answer of answers) assertError(answer, refused);
});

test("200: the very next unsigned payment is refused once signatures are required", async () => {
  await addKey();
  assert.equal((await pay(other)).status, 201);
  await call("PUT", "/signature-requirement", { body: { required: true } });
  const answers = await Promise.all([pay(service), pay(other)]);
  for (const answer of answers) assertError(answer, refused);
  await call("PUT", "/signature-requirement", { body: { required: false } });
  assert.equal((await pay(other)).status, 201);
});
