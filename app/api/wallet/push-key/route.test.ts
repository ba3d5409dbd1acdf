import assert from "node:assert/strict";
import { test } from "node:test";
import { config } from "#lib/config.ts";
import { readSecrets } from "#lib/secrets/read-secrets.ts";
import { registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { createTestBrowser } from "#lib/testing/push-service-stand-in.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { callAsPage } from "#lib/testing/visit-client.ts";

const service = setUpTestService();
const api = setUpApi(service);

const read = async () => (await callAsPage(service, "GET", "/wallet/push-key")).body.data;

test("is the same after a restart", async () => {
  const { publicKey } = await read();
  assert.match(publicKey, /^B[\w-]{86}$/);
  await service.restart();
  assert.deepEqual(await read(), { publicKey });
});

test("is null where all other secrets are given and it is not", async () => {
  const { VAPID_PRIVATE_KEY, ...others } = await readSecrets(config());
  assert.ok(VAPID_PRIVATE_KEY);
  const { userId } = await registerCardholder(api);
  await service.restart(others);
  assert.deepEqual(await read(), { publicKey: null });

  const { cookie } = await createTestMember({ organizationId: api.organizationId });
  const path = `/wallet/push-subscriptions/${userId}`;
  const body = createTestBrowser().target;
  const answer = await callAsPage(service, "PUT", path, {
    body,
    headers: { Cookie: cookie, "X-Session": "wallet" },
  });
  assert.equal(answer.status, 404);
});

test("a key that is none stops the start", async () => {
  for (const VAPID_PRIVATE_KEY of ["AAAA", "A".repeat(43)]) {
    await assert.rejects(service.restart({ VAPID_PRIVATE_KEY }), {
      name: "SecretsError",
      message: /^VAPID_PRIVATE_KEY: /,
    });
  }
});
