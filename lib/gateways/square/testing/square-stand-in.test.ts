import assert from "node:assert/strict";
import { test } from "node:test";
import { serialization } from "square";
import { createSquare } from "#lib/gateways/square/square.ts";
import {
  contractCharge,
  contractRefund,
  sentCharge,
} from "#lib/gateways/testing/contract-subject.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { SQUARE_TEST_LOCATION, SQUARE_TEST_TOKEN, startSquareStandIn } from "./square-stand-in.ts";

const standIn = setUp(startSquareStandIn);

/** The schemas of Square's package, which is made from the published description. */
const SCHEMAS = [
  ["GET", /^\/v2\/locations\/\w+$/, serialization.GetLocationResponse],
  ["POST", /^\/oauth2\/token\/status$/, serialization.RetrieveTokenStatusResponse],
  ["POST", /^\/v2\/orders$/, serialization.CreateOrderResponse],
  ["POST", /^\/v2\/orders\/search$/, serialization.SearchOrdersResponse],
  ["GET", /^\/v2\/orders\/\w+$/, serialization.GetOrderResponse],
  ["PUT", /^\/v2\/orders\/\w+$/, serialization.UpdateOrderResponse],
  ["POST", /^\/v2\/payments$/, serialization.CreatePaymentResponse],
  ["GET", /^\/v2\/payments$/, serialization.ListPaymentsResponse],
  ["GET", /^\/v2\/payments\/\w+$/, serialization.GetPaymentResponse],
  ["POST", /^\/v2\/payments\/cancel$/, serialization.CancelPaymentByIdempotencyKeyResponse],
  ["POST", /^\/v2\/payments\/\w+\/cancel$/, serialization.CancelPaymentResponse],
  ["POST", /^\/v2\/refunds$/, serialization.RefundPaymentResponse],
  ["GET", /^\/v2\/refunds\/\w+$/, serialization.GetPaymentRefundResponse],
  ["GET", /^\/v2\/disputes$/, serialization.ListDisputesResponse],
  ["GET", /^\/v2\/disputes\/\w+$/, serialization.GetDisputeResponse],
] as const;

test("answers have the published shape, and no field more", async (context) => {
  const answers: { request: string; body: unknown }[] = [];
  const send = globalThis.fetch;
  context.mock.method(globalThis, "fetch", async (url: string, init: RequestInit) => {
    const response = await send(url, init);
    const request = `${init.method} ${new URL(url).pathname}`;
    answers.push({ request, body: await response.clone().json() });
    return response;
  });
  await useEverything();

  const asked = new Set<unknown>();
  for (const { request, body } of answers) {
    const [method, path = ""] = request.split(" ");
    const found = SCHEMAS.find(([verb, pattern]) => verb === method && pattern.test(path));
    assert.ok(found, request);
    asked.add(found);
    const parsed = await found[2].parse(body, { unrecognizedObjectKeys: "fail" });
    assert.deepEqual(parsed.ok ? [] : parsed.errors, [], `${request}: ${JSON.stringify(body)}`);
  }
  assert.equal(asked.size, SCHEMAS.length);
});

const money = (currency = "USD") => ({ amount: 1250, currency });
const payment = (fields: object = {}) => ({
  source_id: "cnon:card-nonce-ok",
  idempotency_key: crypto.randomUUID(),
  amount_money: money(),
  ...fields,
});

const refused: [
  name: string,
  method: string,
  path: string,
  body: object | undefined,
  code: string,
][] = [
  ["an unknown field", "POST", "/v2/payments", payment({ tip: 1 }), "UNKNOWN_BODY_PARAMETER"],
  [
    "a key that is too long",
    "POST",
    "/v2/payments",
    payment({ idempotency_key: "k".repeat(46) }),
    "VALUE_TOO_LONG",
  ],
  [
    "no source",
    "POST",
    "/v2/payments",
    payment({ source_id: undefined }),
    "MISSING_REQUIRED_PARAMETER",
  ],
  [
    "another currency",
    "POST",
    "/v2/payments",
    payment({ amount_money: money("EUR") }),
    "INVALID_VALUE",
  ],
  ["an unknown card", "POST", "/v2/payments", payment({ source_id: "cnon:none" }), "NOT_FOUND"],
  [
    "an order that is not there",
    "POST",
    "/v2/payments",
    payment({ order_id: "none" }),
    "NOT_FOUND",
  ],
  [
    "an unknown parameter of the list",
    "GET",
    "/v2/payments?reference_id=pay_1",
    undefined,
    "UNKNOWN_QUERY_PARAMETER",
  ],
  ["no body", "POST", "/v2/refunds", undefined, "EXPECTED_JSON_BODY"],
  ["a path that is not there", "GET", "/v2/nothing", undefined, "NOT_FOUND"],
];

for (const [name, method, path, body, code] of refused) {
  test(`refused as Square does: ${name}`, async () => {
    const answer = await send(method, path, body);
    assert.equal(answer.status, code === "NOT_FOUND" ? 404 : 400);
    await assertErrors(answer.body, code);
  });
}

test("a key again gets the first answer again, and with another body none", async () => {
  const body = payment();
  const first = await send("POST", "/v2/payments", body);
  assert.equal(first.status, 200);
  assert.deepEqual(await send("POST", "/v2/payments", body), first);
  const changed = await send("POST", "/v2/payments", { ...body, reference_id: "pay_2" });
  assert.equal(changed.status, 400);
  await assertErrors(changed.body, "IDEMPOTENCY_KEY_REUSED");
});

test("a key that a request under way is using is refused", async () => {
  const body = payment();
  standIn.setBusy(body.idempotency_key, true);
  const busy = await send("POST", "/v2/payments", body);
  assert.equal(busy.status, 409);
  await assertErrors(busy.body, "CONFLICT");
  standIn.setBusy(body.idempotency_key, false);
  assert.equal((await send("POST", "/v2/payments", body)).status, 200);
});

test("outside of the sandbox a nonce pays once", async () => {
  standIn.useNoncesOnce(true);
  assert.equal((await send("POST", "/v2/payments", payment())).status, 200);
  await assertErrors((await send("POST", "/v2/payments", payment())).body, "CARD_TOKEN_USED");
  standIn.useNoncesOnce(false);
});

async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${standIn.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${SQUARE_TEST_TOKEN}`,
      "Square-Version": "2026-09-16",
      "Content-Type": "application/json",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

/** Of a category and a code that Square has published, and with no field more. */
async function assertErrors(body: { errors: unknown[] }, code: string): Promise<void> {
  assert.deepEqual(Object.keys(body), ["errors"]);
  const [error] = body.errors;
  const parsed = await serialization.Error_.parse(error, { unrecognizedObjectKeys: "fail" });
  assert.deepEqual(parsed.ok ? [] : parsed.errors, [], JSON.stringify(body));
  assert.equal(parsed.ok && parsed.value.code, code);
}

async function useEverything(): Promise<void> {
  const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };
  const square = createSquare(credentials, { baseUrl: standIn.url, environment: "development" });
  const { signal } = new AbortController();
  const card = { cardNonce: "cnon:card-nonce-ok" };
  await square.check(signal);

  const charge = contractCharge(card);
  const outcome = await square.charge(charge, signal);
  assert.ok(outcome.kind === "succeeded");
  const { orderId, providerReference } = outcome;
  const known = { ...sentCharge(charge), orderId, providerReference };
  await square.find(known, signal);
  await square.refund(contractRefund(charge, providerReference), signal);
  assert.equal((await square.listRefunds(known, signal))?.length, 1);
  await square.cancel(sentCharge(contractCharge(card)), signal);

  const declined = contractCharge({ cardNonce: "cnon:card-nonce-declined" });
  await square.charge(declined, signal);
  await square.find(sentCharge(declined), signal);
  standIn.hideFromLists(true);
  await square.cancel(sentCharge(declined), signal);
  await square.cancel({ ...sentCharge(charge), orderId }, signal);
  standIn.hideFromLists(false);

  const approved = contractCharge(card);
  await square.charge(approved, signal);
  standIn.setPayment(approved.paymentId, { status: "APPROVED" });
  const listed = await square.find(sentCharge(approved), signal);
  assert.ok(listed.kind === "requires_confirmation");
  const { orderId: listedOrder, providerReference: listedReference } = listed;
  const sent = { ...known, orderId: listedOrder, providerReference: listedReference };
  await square.cancel({ ...sent, paymentId: approved.paymentId }, signal);

  standIn.setDispute(charge.paymentId, { id: "dp_1" });
  assert.equal((await square.listDisputes({ ...known, disputeId: "dp_1" }, signal))?.length, 1);
  assert.equal((await square.listAccountDisputes(new Date(0), signal))?.length, 1);
}
