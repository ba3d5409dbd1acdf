import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function createKey() {
  const developer = await createTestMember();
  const call = createConsoleClient(service, developer);
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const answer = await call("POST", "/signing-keys", { body: { name: "Till 1", publicKey } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { id } = answer.body.data;
  return { developer, call, id, path: `/signing-keys/${id}` };
}

const notFound = { status: 404, code: "not_found" } as const;

test("200: removed, once", async () => {
  const { call, id, path } = await createKey();
  const removed = await call("DELETE", path);
  assert.deepEqual([removed.status, removed.body.data], [200, { signingKeyId: id, removed: true }]);
  assert.deepEqual((await call("GET", "/signing-keys")).body.data, { signingKeys: [] });
  assertError(await call("DELETE", path), notFound);
});

test("404: from another organization or environment, where it is not seen either", async () => {
  const { developer, call, path } = await createKey();
  const elsewhere = [
    createConsoleClient(service, await createTestMember()),
    createConsoleClient(service, developer, "staging"),
  ];
  for (const other of elsewhere) {
    assertError(await other("DELETE", path), notFound);
    assert.deepEqual((await other("GET", "/signing-keys")).body.data, { signingKeys: [] });
  }
  assert.equal((await call("GET", "/signing-keys")).body.data.signingKeys.length, 1);
});
