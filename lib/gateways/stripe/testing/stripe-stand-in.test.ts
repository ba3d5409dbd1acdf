import assert from "node:assert/strict";
import { test } from "node:test";
import { setUp } from "#lib/testing/set-up.ts";
import { STRIPE_TEST_KEY, startStripeStandIn } from "./stripe-stand-in.ts";

const standIn = setUp(startStripeStandIn);

const VERSION = "2026-10-28.endive";
const INTENTS = "/v1/payment_intents";
const REFUNDS = "/v1/refunds";
const intent = "amount=1250&currency=usd&metadata[paymentId]=pay_1";
const card = "&confirm=true&payment_method=pm_card_visa&allowed_payment_method_types[0]=card";

type Sent = { path: string; form?: string; key?: string; version?: string };

async function send({ path, form, key = crypto.randomUUID(), version = VERSION }: Sent) {
  const response = await fetch(`${standIn.url}${path}`, {
    headers: {
      Authorization: `Bearer ${STRIPE_TEST_KEY}`,
      "Stripe-Version": version,
      ...(form === undefined
        ? {}
        : { "Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": key }),
    },
    ...(form === undefined ? {} : { method: "POST", body: form }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const refused: [name: string, sent: Sent, code: string | undefined][] = [
  ["an unknown parameter", { path: INTENTS, form: `${intent}&tip=5` }, "parameter_unknown"],
  [
    "the list of methods by its earlier name",
    { path: INTENTS, form: `${intent}&payment_method_types[]=card` },
    "parameter_unknown",
  ],
  ["an unknown parameter of a list", { path: `${INTENTS}?total=5` }, "parameter_unknown"],
  ["a page that is too long", { path: `${INTENTS}?limit=101` }, undefined],
  ["an unknown parameter of refunds", { path: `${REFUNDS}?status=failed` }, "parameter_unknown"],
  [
    "an unknown parameter of the search",
    { path: `${INTENTS}/search?query=x&starting_after=pi_1` },
    "parameter_unknown",
  ],
  [
    "an unknown parameter of a cancellation",
    { path: `${INTENTS}/pi_1/cancel`, form: "reason=duplicate" },
    "parameter_unknown",
  ],
  ["no amount", { path: INTENTS, form: "currency=usd" }, "parameter_missing"],
  ["too small an amount", { path: INTENTS, form: "amount=49&currency=usd" }, "amount_too_small"],
  [
    "methods that may redirect",
    { path: INTENTS, form: `${intent}&confirm=true&payment_method=pm_card_visa` },
    undefined,
  ],
  ["another version", { path: INTENTS, form: intent, version: "2020-08-27" }, undefined],
];

for (const [name, sent, code] of refused) {
  test(`400: ${name}`, async () => {
    const { status, body } = await send(sent);
    assert.equal(status, 400, JSON.stringify(body));
    assert.equal(body.error.type, "invalid_request_error");
    assert.equal(body.error.code, code);
  });
}

test("a key again gets the first answer again, and with another body none", async () => {
  const sent = { path: INTENTS, form: `${intent}${card}`, key: "once" };
  const first = await send(sent);
  assert.equal(first.body.status, "succeeded");
  const again = await send(sent);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotent-replayed"), "true");

  const changed = await send({ ...sent, form: `${sent.form}&metadata[x]=1` });
  assert.deepEqual([changed.status, changed.body.error.type], [400, "idempotency_error"]);
  const elsewhere = await send({ ...sent, path: REFUNDS });
  assert.deepEqual([elsewhere.status, elsewhere.body.error.type], [400, "idempotency_error"]);
});

test("a key that a request under way is using is 409", async () => {
  standIn.setBusy("busy", true);
  const sent = { path: INTENTS, form: intent, key: "busy" };
  const { status, body } = await send(sent);
  assert.deepEqual([status, body.error.code], [409, "idempotency_key_in_use"]);
  standIn.setBusy("busy", false);
  assert.equal((await send(sent)).status, 200);
});

test("what fails validation does not use the key", async () => {
  const key = "corrected";
  assert.equal((await send({ path: INTENTS, form: "amount=1&currency=usd", key })).status, 400);
  assert.equal((await send({ path: INTENTS, form: intent, key })).status, 200);
});
