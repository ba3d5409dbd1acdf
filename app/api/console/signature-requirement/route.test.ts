import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  setUpMember,
} from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { createSigningPair } from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const developer = setUpMember({ kind: "merchant" });

const setRequired = (call: ConsoleClient, required: unknown) =>
  call("PUT", "/signature-requirement", { body: { required } });
const isRequired = async (call: ConsoleClient) =>
  (await call("GET", "/signing-keys")).body.data.required;

async function addKey(call: ConsoleClient): Promise<string> {
  return (await registerSigningKey(call, await createSigningPair("EdDSA"))).id;
}

test("200: on and off, any number of times, in one environment", async () => {
  const call = createConsoleClient(service, developer);
  const staging = createConsoleClient(service, developer, "staging");
  await addKey(call);
  for (const required of [true, true, false, false]) {
    const { status, body } = await setRequired(call, required);
    assert.deepEqual([status, body.data], [200, { required }]);
    assert.equal(await isRequired(call), required);
    assert.equal(await isRequired(staging), false);
  }
});

test("409: nothing is required without an active key", async () => {
  const call = createConsoleClient(service, await createTestMember({ kind: "merchant" }));
  const conflict = { status: 409, code: "conflict" } as const;
  assertError(await setRequired(call, true), conflict);
  await call("DELETE", `/signing-keys/${await addKey(call)}`);
  assertError(await setRequired(call, true), conflict);
  assert.equal(await isRequired(call), false);
});

test("400: neither on nor off", async () => {
  const call = createConsoleClient(service, developer);
  const invalid = { status: 400, code: "invalid_request", details: /^required: / } as const;
  for (const required of [undefined, null, "yes", 1]) {
    assertError(await setRequired(call, required), invalid);
  }
});

test("403: a viewer, and an issuer", async () => {
  const { organizationId } = developer;
  const members = [
    await createTestMember({ organizationId, role: "viewer" }),
    await createTestMember({ kind: "issuer" }),
  ];
  for (const member of members) {
    const answer = await setRequired(createConsoleClient(service, member), false);
    assertError(answer, { status: 403, code: "forbidden" });
  }
});
