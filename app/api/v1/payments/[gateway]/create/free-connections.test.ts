import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService({ DATABASE_POOL_SIZE: "1", GATEWAY_TIMEOUT_MS: "2000" });
const api = setUpApi(service);

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
