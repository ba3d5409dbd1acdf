import assert from "node:assert/strict";
import { test } from "node:test";
import { prisma } from "#lib/storage/database.ts";
import { setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { startWebhookReceiver } from "#lib/testing/webhook-receiver.ts";

// As `npm start` does, it sets nothing.
const service = setUpTestService();
const api = setUpApi(service);
const receiver = setUp(startWebhookReceiver);

const create = (url: string) => api.post("/webhook-endpoints", { body: { url } });
const ping = async (endpointId: string) =>
  (await api.post(`/webhook-endpoints/${endpointId}/test`)).body.data;

for (const host of ["127.0.0.1", "localhost"]) {
  test(`a receiver at http://${host} gets a test without any setting`, async () => {
    const { status, body } = await create(`${receiver.url.replace("127.0.0.1", host)}/${host}`);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await ping(body.data.endpointId)).status, "delivered");
    assert.equal(receiver.at(`/${host}`).length, 1);
  });
}

const ofNetworks = [
  "10.0.0.5",
  "172.16.0.1",
  "192.168.1.4",
  "169.254.169.254",
  "0.0.0.0",
  "[fd12::1]",
  "intranet",
  "printer.local",
];
for (const host of ofNetworks) {
  test(`http://${host} is refused: other machines of the network are not called`, async () => {
    const details = /^url: must be on the public internet or this machine/;
    const invalid = { status: 400, code: "invalid_request", details } as const;
    assertError(await create(`http://${host}:4000/`), invalid);
  });
}

test("an address of the network is not called either where it is stored", async () => {
  const { endpointId } = (await create(receiver.url)).body.data;
  const data = { url: "http://192.168.1.4:4000/" };
  await prisma().webhookEndpoint.update({ where: { id: endpointId }, data });
  const { status, attempts } = await ping(endpointId);
  assert.deepEqual([status, attempts[0].error], ["failed", "address_not_allowed"]);
});

test("a service for other machines does not call its own", async () => {
  await service.restart({ BASE_URL: "http://192.168.1.7:3000" });
  const details = /^url: must be on the public internet$/;
  assertError(await create(receiver.url), { status: 400, code: "invalid_request", details });
});
