import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiClient, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { createTestKey, startTestService, type TestService } from "#lib/testing/test-service.ts";

let service: TestService;
let api: ApiClient;
before(async () => {
  service = await startTestService({ DATABASE_POOL_SIZE: "1", GATEWAY_TIMEOUT_MS: "2000" });
  api = createApiClient(service, await createTestKey());
});
after(() => service.close());

test("with one database connection in all, payments go on while others wait for their gateway", async () => {
  const create = (fields: object) =>
    api.post("/payments/gateway_one/create", { body: paymentBody({ ...fields }) });
  let waiting = 3;
  const hanging = Array.from({ length: waiting }, async () => {
    const { status } = await create({ paymentMethod: "sandbox_timeout" });
    waiting -= 1;
    return status;
  });

  const paid = await Promise.all(Array.from({ length: 10 }, () => create({})));
  assert.deepEqual([...new Set(paid.map(({ status }) => status))], [201]);
  assert.equal(waiting, 3, "the gateway was still being waited for");
  assert.deepEqual(await Promise.all(hanging), [503, 503, 503]);
});
