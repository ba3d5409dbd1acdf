import assert from "node:assert/strict";
import { test } from "node:test";
import type { gateways } from "#lib/contract/payments.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { contractCharge } from "./gateway-contract.ts";
import { providers } from "./providers.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "./testing/square-stand-in.ts";
import { STRIPE_TEST_KEY, startStripeStandIn } from "./testing/stripe-stand-in.ts";

const environment = "development" as const;

test("both gateways have a sandbox and a provider", () => {
  const standBehind = (gateway: (typeof gateways)[number]) =>
    Object.entries(providers)
      .filter(([, provider]) => provider.gateways.includes(gateway))
      .map(([name]) => name);
  assert.deepEqual(standBehind("gateway_one"), ["sandbox", "stripe"]);
  assert.deepEqual(standBehind("gateway_two"), ["sandbox", "square"]);
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
  assert.deepEqual(await stripe.check(signal), { kind: "ok" });
  assert.deepEqual(await square.check(signal), { kind: "ok" });
  assert.equal(stripeStandIn.requests.length, 1);
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
