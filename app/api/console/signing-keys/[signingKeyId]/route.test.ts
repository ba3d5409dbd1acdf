import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { prove, registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { createSigningPair } from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function createKey() {
  const developer = await createTestMember();
  const call = createConsoleClient(service, developer);
  const pair = await createSigningPair("EdDSA");
  const { id } = await registerSigningKey(call, pair);
  return { developer, call, pair, id, path: `/signing-keys/${id}` };
}

const list = async (call: ConsoleClient) => (await call("GET", "/signing-keys")).body.data;

test("200: retired once, listed behind the active keys, and never active again", async () => {
  const { call, pair, id, path } = await createKey();
  const retired = await call("DELETE", path);
  assert.equal(retired.status, 200);
  assert.equal(retired.body.data.id, id);
  assert.ok(Math.abs(Date.parse(retired.body.data.retiredAt) - Date.now()) < 60_000);
  assert.deepEqual((await call("DELETE", path)).body.data, retired.body.data);

  const publicKey = pair.publicKey.export({ format: "jwk" });
  const body = { name: "Till 1", publicKey, proof: await prove(call, pair) };
  assertError(await call("POST", "/signing-keys", { body }), { status: 409, code: "conflict" });
  const next = await registerSigningKey(call, await createSigningPair("EdDSA"));
  const signingKeys = [next, retired.body.data];
  assert.deepEqual(await list(call), { signingKeys, required: false });
});

test("200: a key registered before the proof is listed as such, and retires like any other", async () => {
  const { call, id, path } = await createKey();
  await pool().query("UPDATE signing_key SET proven_at = NULL WHERE id = $1", [id]);
  const [listed] = (await list(call)).signingKeys;
  assert.deepEqual([listed.id, listed.provenAt, listed.retiredAt], [id, null, null]);
  const { retiredAt } = (await call("DELETE", path)).body.data;
  assert.equal((await list(call)).signingKeys[0].retiredAt, retiredAt);
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
