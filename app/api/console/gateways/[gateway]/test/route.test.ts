import assert from "node:assert/strict";
import { test } from "node:test";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import { setLoadShedder } from "#lib/http/admit-call.ts";
import { LoadShedder } from "#lib/http/load-shedder.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({ SQUARE_API_BASE: square.url }));
let call: ConsoleClient;
setUp(async () => {
  call = createConsoleClient(service, await createTestMember());
});

const path = "/gateways/gateway_two/test";

test("404 without a connection", async () => {
  assertError(await call("POST", path), { status: 404, code: "not_found" });
});

test("200: what the provider says of the saved credentials now", async () => {
  const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };
  const body = { provider: "square", credentials };
  assert.equal((await call("PUT", "/gateways/gateway_two", { body })).status, 201);
  const testConnection = async () => {
    const answer = await call("POST", path);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const provider = { gateway: "gateway_two", provider: "square" };
  const accepted = { ...provider, result: "ok", reason: null, currency: "usd" };
  assert.deepEqual(await testConnection(), accepted);

  square.setScopes(["PAYMENTS_READ"]);
  const { result, reason } = await testConnection();
  assert.deepEqual(
    [result, reason],
    ["refused", "permissions: MERCHANT_PROFILE_READ, ORDERS_READ, ORDERS_WRITE, PAYMENTS_WRITE"],
  );
  square.setScopes([]);

  square.setLocation({ status: "INACTIVE" });
  const refused = { result: "refused", reason: "locationId: is not active", currency: null };
  assert.deepEqual(await testConnection(), { ...provider, ...refused });

  square.misbehave("silent");
  const unreachable = { ...provider, result: "unreachable", reason: null, currency: null };
  const shedder = new LoadShedder();
  setLoadShedder(shedder);
  const waiting = withImpatience(testConnection);
  await until(async () => shedder.waiting === 1);
  assert.deepEqual(await waiting, unreachable);
});
