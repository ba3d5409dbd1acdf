import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function createKey() {
  const developer = await createTestMember();
  const call = createConsoleClient(service, developer);
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const body = { name: "Till 1", publicKey };
  const answer = await call("POST", "/signing-keys", { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { id } = answer.body.data;
  return { developer, call, body, id, path: `/signing-keys/${id}` };
}

const list = async (call: ConsoleClient) => (await call("GET", "/signing-keys")).body.data;

test("200: retired once, listed behind the active keys, and never active again", async () => {
  const { call, body, id, path } = await createKey();
  const retired = await call("DELETE", path);
  assert.equal(retired.status, 200);
  assert.equal(retired.body.data.id, id);
  assert.ok(Math.abs(Date.parse(retired.body.data.retiredAt) - Date.now()) < 60_000);
  assert.deepEqual((await call("DELETE", path)).body.data, retired.body.data);

  assertError(await call("POST", "/signing-keys", { body }), { status: 409, code: "conflict" });
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const next = await call("POST", "/signing-keys", { body: { name: "Till 2", publicKey } });
  const signingKeys = [next.body.data, retired.body.data];
  assert.deepEqual(await list(call), { signingKeys, required: false });
});

test("404: from another organization or environment, where it is not seen either", async () => {
  const { developer, call, path } = await createKey();
  const elsewhere = [
    createConsoleClient(service, await createTestMember()),
    createConsoleClient(service, developer, "staging"),
  ];
  for (const other of elsewhere) {
    assertError(await other("DELETE", path), { status: 404, code: "not_found" });
    assert.deepEqual(await list(other), { signingKeys: [], required: false });
  }
  assert.equal((await list(call)).signingKeys[0].retiredAt, null);
});
