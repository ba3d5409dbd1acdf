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
  await square.cancel({ ...known, ...listed, paymentId: approved.paymentId }, signal);
}
