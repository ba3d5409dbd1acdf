import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { gateways } from "#lib/core/vocabulary.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { providerForms } from "./contract-providers.ts";
import { gatewayRules } from "./contract-rules.ts";
import { findProvider, providers } from "./providers.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "./square/testing/square-stand-in.ts";
import { STRIPE_TEST_KEY, startStripeStandIn } from "./stripe/testing/stripe-stand-in.ts";
import { contractCharge } from "./testing/contract-subject.ts";
// Loaded before the clock runs: the first use of a package takes most of the deadline here.
import "square";
import "stripe";
import { patientSignal } from "./testing/patient-signal.ts";

const environment = "development" as const;

test("each gateway has the sandbox and somebody to take real payments", () => {
  for (const gateway of gateways) {
    const behind = Object.values(providers).filter(({ form }) => form.gateways.includes(gateway));
    assert.equal(behind.filter(({ form }) => form.builtIn).length, 1, gateway);
    assert.ok(
      behind.some(({ form }) => !form.builtIn),
      gateway,
    );
  }
});

test("pages and service know the same providers by the same names", () => {
  const inTable = Object.entries(providers).map(([name, { form }]) => [name, form]);
  assert.deepEqual(
    Object.fromEntries(inTable),
    Object.fromEntries(providerForms.map((form) => [form.name, form])),
  );
  for (const [name, { form }] of Object.entries(providers)) {
    assert.equal(form.name, name);
    assert.equal(findProvider(name)?.form, form);
  }
  assert.equal(findProvider("__proto__"), undefined);
});

test("a form asks for every credential of its provider, and says which may be left out", () => {
  for (const { form, credentials } of Object.values(providers)) {
    const { properties = {}, required = [] } = z.toJSONSchema(credentials);
    assert.deepEqual(
      form.fields.map(({ name }) => name),
      Object.keys(properties),
      form.name,
    );
    assert.deepEqual(
      form.fields.filter(({ optional }) => !optional).map(({ name }) => name),
      required,
      form.name,
    );
    // What is neither a field nor explained would leave an empty dialog.
    assert.ok(form.fields.length > 0 || form.note, form.name);
  }
});

test("a test account knows at least two outcomes, by fields that its gateway takes", () => {
  for (const form of providerForms) {
    for (const gateway of form.gateways) {
      const outcomes = form.testFields(gateway);
      assert.ok(outcomes.approve && outcomes.decline, form.name);
      for (const fields of Object.values(outcomes)) {
        assert.ok(gatewayRules[gateway].takesCardNonce || !("cardNonce" in fields), form.name);
      }
    }
  }
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
  const signal = patientSignal();
  assert.equal((await stripe.check(signal)).kind, "ok");
  assert.equal((await square.check(signal)).kind, "ok");
  assert.ok(stripeStandIn.requests.length > 0);
  assert.ok(squareStandIn.requests.length > 0);

  const sandbox = providers.sandbox.open({}, { gateway: "gateway_two", environment });
  assert.equal((await sandbox.charge(contractCharge(), signal)).kind, "succeeded");
});
