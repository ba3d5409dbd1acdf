import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setLoadShedder } from "#lib/http/admit-call.ts";
import { LoadShedder } from "#lib/http/load-shedder.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { sendRaw } from "#lib/testing/raw-request.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const api = setUpApi(service);

/** Takes one call at a time. */
const oneAtATime = () => new LoadShedder({ alwaysTaken: 1 });

let shedder = oneAtATime();
beforeEach(() => {
  shedder = oneAtATime();
  setLoadShedder(shedder);
});
afterEach(() => setLoadShedder(new LoadShedder()));

/** Sends all of a call but the last byte of its body; `finish` sends that, too. */
async function begin(
  method: string,
  target: string,
  { body, headers }: { body: unknown; headers: Record<string, string> },
) {
  const bytes = Buffer.from(JSON.stringify(body));
  const rest = Promise.withResolvers<void>();
  async function* pieces() {
    yield bytes.subarray(0, -1);
    await rest.promise;
    yield bytes.subarray(-1);
  }
  const sent = { "Content-Type": "application/json", "Content-Length": String(bytes.length) };
  const answer = sendRaw(service, {
    method,
    target,
    headers: { ...sent, ...headers },
    pieces: pieces(),
  });
  await until(async () => shedder.waiting === 1);
  return {
    finish: () => {
      rest.resolve();
      return answer;
    },
  };
}

const pay = (key: string) =>
  begin("POST", "/api/v1/payments/gateway_one/create", {
    body: paymentBody(),
    headers: { "X-API-Key": key },
  });

test("a call that waits for its client takes nobody's place", async () => {
  const slow = await pay(api.key);
  assert.equal((await api.get("/payments")).status, 200);
  assert.equal((await slow.finish()).status, 201);
});

test("a key that is revoked while a body comes makes no payment", async () => {
  const owner = await createTestMember({ role: "owner" });
  const { organizationId } = owner;
  const call = createConsoleClient(service, owner);
  const slow = await pay(await createTestKey({ organizationId }));
  const [key] = (await call("GET", "/api-keys")).body.data.apiKeys;
  assert.equal((await call("DELETE", `/api-keys/${key.id}`)).status, 200);
  assertError(await slow.finish(), { status: 401, code: "unauthorized" });
});

test("a member who is removed while a body comes changes nothing", async () => {
  const owner = await createTestMember({ role: "owner" });
  const { organizationId } = owner;
  const other = await createTestMember({ organizationId, role: "owner" });
  const viewer = await createTestMember({ organizationId, role: "viewer" });
  const slow = await begin("PUT", `/api/console/members/${viewer.memberId}`, {
    body: { role: "owner" },
    headers: { Cookie: other.cookie, Origin: service.url },
  });
  const call = createConsoleClient(service, owner);
  assert.equal((await call("DELETE", `/members/${other.memberId}`)).status, 200);
  assertError(await slow.finish(), { status: 401, code: "unauthorized" });
  const { members } = (await call("GET", "/members")).body.data;
  const { role } = members.find(({ id }: { id: string }) => id === viewer.memberId);
  assert.equal(role, "viewer");
});
