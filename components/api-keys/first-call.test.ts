import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { scopes as allScopes, type Scope } from "#lib/core/permissions.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { firstCall } from "./first-call.ts";

const run = promisify(execFile);

const service = setUpTestService();
const member = setUpMember();

/** Makes a key and pastes its line into a shell; the status and the body. */
async function paste(environment: Environment, scopes: readonly Scope[], spoil = "") {
  const call = createConsoleClient(service, member, environment);
  const made = await call("POST", "/api-keys", { body: { name: "Key", scopes } });
  const { apiKey, secret } = made.body.data;
  const { curl } = firstCall({ apiKey, secret: secret + spoil, environment, origin: service.url });
  const shell = async () => {
    const { stdout } = await run("sh", ["-c", curl]);
    const [head = "", body = ""] = stdout.split("\r\n\r\n");
    return { status: Number(head.split(" ")[1]), body: JSON.parse(body) };
  };
  return { first: await shell(), second: await shell() };
}

test("makes a payment, and with the same line no second one", async () => {
  const { first, second } = await paste("development", ["payments:read", "payments:write"]);
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.equal(first.body.data.veroMetadata.paymentStatus, "succeeded");
  assert.deepEqual([second.status, second.body], [200, first.body]);
});

describe("what the line of each scope answers when the key is good", () => {
  const cases: [Environment, Scope, number][] = [
    ["staging", "payments:write", 201],
    ["development", "payments:read", 404],
    ["development", "onboarding:write", 200],
    ["development", "receipts:read", 404],
    ["development", "keys:grant", 400],
    ["development", "receipts:decrypt", 400],
    ["development", "webhooks:write", 404],
    ["production", "payments:write", 400],
    ["production", "onboarding:write", 200],
  ];
  for (const [environment, scope, status] of cases) {
    test(`${environment} ${scope}: ${status}`, async () => {
      const { first } = await paste(environment, [scope]);
      assert.equal(first.status, status, JSON.stringify(first.body));
    });
  }
});

for (const scope of allScopes) {
  test(`401 for a wrong key of ${scope}`, async () => {
    const { first } = await paste("production", [scope], "0");
    assert.equal(first.status, 401);
  });
}
