import assert from "node:assert/strict";
import { test } from "node:test";
import { environments, type GatewayName } from "#lib/core/vocabulary.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { providers } from "./providers.ts";
import { contractCharge } from "./testing/gateway-contract.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "./testing/square-stand-in.ts";
import { STRIPE_TEST_KEY, startStripeStandIn } from "./testing/stripe-stand-in.ts";

const environment = "development" as const;

test("each gateway has the sandbox and somebody to take real payments", () => {
  const standBehind = (gateway: GatewayName) =>
    Object.entries(providers).flatMap(([name, provider]) =>
      provider.gateways.includes(gateway) ? [name] : [],
    );
  assert.deepEqual(standBehind("gateway_one").slice(0, 2), ["sandbox", "stripe"]);
  assert.deepEqual(standBehind("gateway_two").slice(0, 2), ["sandbox", "square"]);
});

test("the configured base addresses are where the calls go", async () => {
  await using stripeStandIn = await startStripeStandIn();
  await using squareStandIn = await startSquareStandIn();
  setTestConfig({ STRIPE_API_BASE: stripeStandIn.url, SQUARE_API_BASE: squareStandIn.url });

  const stripe = providers.stripe.open(
    { secretKey: STRIPE_TEST_KEY, webhookSecret: "whsec_test" },
    { gateway: "gateway_one", environment },
  );
  const square = providers.square.open(
    { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION },
    { gateway: "gateway_two", environment },
  );
  const signal = AbortSignal.timeout(5000);
  assert.equal((await stripe.check(signal)).kind, "ok");
  assert.equal((await square.check(signal)).kind, "ok");
  assert.equal(stripeStandIn.requests.length, 2);
  assert.equal(squareStandIn.requests.length, 1);

  const sandbox = providers.sandbox.open({}, { gateway: "gateway_two", environment });
  assert.equal((await sandbox.charge(contractCharge(), signal)).kind, "succeeded");
});

const MALFORMED: [provider: "stripe" | "square" | "sandbox", credentials: unknown][] = [
  ["stripe", {}],
  ["stripe", { secretKey: "pk_test_published" }],
  ["stripe", { secretKey: "sk_test_standin\r\nX-Injected: 1" }],
  ["stripe", { secretKey: "sk_test_standin", webhookSecret: "not one" }],
  ["stripe", { secretKey: "sk_test_standin", accessToken: "of another provider" }],
  ["square", { accessToken: SQUARE_TEST_TOKEN }],
  ["square", { accessToken: "short", locationId: SQUARE_TEST_LOCATION }],
  ["square", { accessToken: "sandbox-sq0idb-application", locationId: SQUARE_TEST_LOCATION }],
  ["square", { accessToken: SQUARE_TEST_TOKEN, locationId: "../L1" }],
  ["square", { accessToken: SQUARE_TEST_TOKEN, locationId: "L1", notificationUrl: "nowhere" }],
  ["sandbox", { secretKey: "sk_test_standin" }],
];

test("credentials of another shape are refused, without repeating them", () => {
  for (const [name, credentials] of MALFORMED) {
    const open = () => providers[name].open(credentials, { gateway: "gateway_one", environment });
    assert.throws(open, (error: Error) => {
      assert.equal(error.name, "ZodError");
      for (const value of Object.values(credentials as Record<string, string>)) {
        assert.ok(!error.message.includes(value), error.message);
      }
      return true;
    });
  }
});

const OF_WHICH_WORLD: [provider: "stripe" | "square", credentials: object, test: boolean][] = [
  ["stripe", { secretKey: "sk_test_1234" }, true],
  ["stripe", { secretKey: "rk_test_1234" }, true],
  ["stripe", { secretKey: "sk_live_1234" }, false],
  ["stripe", { secretKey: "rk_live_test_" }, false],
  ["square", { accessToken: "sandbox-sq0atb-1234", locationId: "L1" }, true],
  ["square", { accessToken: "sq0atp-1234", locationId: "L1" }, false],
];

test("keys that charge real cards are for production, and test keys for the rest", () => {
  for (const [name, credentials, isTest] of OF_WHICH_WORLD) {
    for (const place of environments) {
      const refusal = providers[name].refuse(credentials, place);
      const [field = "", secret = ""] = Object.entries(credentials)[0] ?? [];
      assert.equal(refusal === undefined, isTest === (place !== "production"), secret);
      if (refusal === undefined) continue;
      assert.ok(refusal.startsWith(`${field}: `) && refusal.includes(place), refusal);
      assert.ok(!refusal.includes(secret));
    }
  }
  // What the token does not tell, Square's two addresses do.
  const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: "L1" };
  for (const place of environments) {
    assert.equal(providers.square.refuse(credentials, place), undefined);
  }
});
