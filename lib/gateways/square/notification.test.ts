import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { contractCharge } from "#lib/gateways/testing/contract-subject.ts";
import { notificationContract } from "#lib/gateways/testing/notification-contract.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { parseSquareNotification } from "./notification.ts";
import { createSquare } from "./square.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "./testing/square-stand-in.ts";

const standIn = setUp(() => startSquareStandIn());
const URL_OF_US = "https://receipts.example/square";
const credentials = {
  accessToken: SQUARE_TEST_TOKEN,
  locationId: SQUARE_TEST_LOCATION,
  webhookSignatureKey: "a key of a test",
};
const place = (baseUrl = standIn.url) => ({ environment: "development" as const, baseUrl });

async function receive(type: string, object: object, baseUrl?: string) {
  const created_at = new Date().toISOString();
  return await deliver(
    JSON.stringify({ event_id: "ev_1", created_at, type, data: { object } }),
    baseUrl,
  );
}

async function deliver(body: string, baseUrl?: string) {
  const key = credentials.webhookSignatureKey;
  const signature = createHmac("sha256", key).update(URL_OF_US).update(body).digest("base64");
  const headers = new Headers({ "x-square-hmacsha256-signature": signature });
  const delivery = { body: Buffer.from(body), headers, url: URL_OF_US };
  return await parseSquareNotification(credentials, delivery, place(baseUrl), patientSignal());
}

const payment = { id: "sq_1", order_id: "ord_1", reference_id: "pay_1", status: "COMPLETED" };
const names = { orderId: "ord_1", clientSecret: "sq_1", providerReference: "sq_1" };

test("an event of a payment says what has become of it", async () => {
  const succeeded = { paymentId: "pay_1", outcome: { kind: "succeeded", ...names } };
  const CASES: [object, object | undefined][] = [
    [payment, succeeded],
    [
      { ...payment, refund_ids: ["re_1"] },
      { ...succeeded, refundsChanged: true },
    ],
    [
      { ...payment, status: "CANCELED" },
      { paymentId: "pay_1", outcome: { kind: "declined", reason: "canceled" } },
    ],
    [{ ...payment, status: "APPROVED" }, { paymentId: "pay_1" }],
    [{ ...payment, reference_id: undefined }, undefined],
  ];
  for (const [object, expected] of CASES) {
    const news = await receive("payment.updated", { payment: object });
    assert.ok(news.kind === "verified");
    assert.equal(news.type, "payment.updated");
    assert.deepEqual(news.payment, expected);
  }
});

notificationContract("square", {
  receive: (body) => deliver(body),
  async events() {
    const charge = contractCharge({ cardNonce: "cnon:card-nonce-ok" });
    const outcome = await createSquare(credentials, place()).charge(charge, patientSignal());
    assert.ok(outcome.kind === "succeeded");
    const payment_id = outcome.providerReference;
    const created_at = new Date().toISOString();
    const dispute = {
      id: "dp_1",
      state: "LOST",
      reason: "DUPLICATE",
      amount_money: { amount: 400, currency: "USD" },
      disputed_payment: { payment_id },
    };
    return [
      ["payment.updated", { payment: { ...payment, refund_ids: ["re_1"] } }],
      ["payment.updated", { payment: { ...payment, card_details: { errors: [{ code: "X" }] } } }],
      ["refund.updated", { refund: { id: "re_1", payment_id } }],
      ["dispute.state.updated", { dispute }],
    ].map(([type, object]) => ({ event_id: "ev_1", created_at, type, data: { object } }));
  },
});

test("refunds and disputes name Square's payment, which names ours", async () => {
  const charge = contractCharge({ cardNonce: "cnon:card-nonce-ok" });
  const square = createSquare(credentials, place());
  const outcome = await square.charge(charge, patientSignal());
  assert.ok(outcome.kind === "succeeded");
  const { paymentId } = charge;
  const payment_id = outcome.providerReference;

  const refund = await receive("refund.updated", { refund: { id: "re_1", payment_id } });
  assert.deepEqual("payment" in refund && refund.payment, { paymentId, refundsChanged: true });

  const STATES = [
    ["EVIDENCE_REQUIRED", "open"],
    ["INQUIRY_CLOSED", "won"],
    ["WON", "won"],
    ["ACCEPTED", "lost"],
    ["LOST", "lost"],
  ];
  for (const [state, status] of STATES) {
    const amount_money = { amount: 400, currency: "USD" };
    const disputed_payment = { payment_id };
    const dispute = {
      id: "dp_1",
      state,
      reason: "NOT_AS_DESCRIBED",
      amount_money,
      disputed_payment,
    };
    const news = await receive("dispute.state.updated", { dispute });
    assert.deepEqual("payment" in news && news.payment, {
      paymentId,
      dispute: { disputeId: "dp_1", status, reason: "not_as_described", amount: 400 },
    });
  }
});

test("where Square does not say whose it is, the event is to come again", async () => {
  const refund = { payment_id: "unreachable" };
  assert.deepEqual(await receive("refund.created", { refund }, "http://127.0.0.1:9"), {
    kind: "unclear",
  });
  assert.deepEqual(await receive("inventory.count.updated", {}), {
    kind: "verified",
    eventId: "ev_1",
    type: "inventory.count.updated",
  });
});
