import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import type { Hint } from "#lib/gateways/gateway.ts";
import { notificationContract } from "#lib/gateways/testing/notification-contract.ts";
import { parseSquareNotification } from "./notification.ts";
import { looksSignedBySquare } from "./signature-header.ts";
import { SQUARE_TEST_LOCATION, SQUARE_TEST_TOKEN } from "./testing/square-stand-in.ts";

const URL_OF_US = "https://receipts.example/square";
const credentials = {
  accessToken: SQUARE_TEST_TOKEN,
  locationId: SQUARE_TEST_LOCATION,
  webhookSignatureKey: "a key of a test",
};

const eventOf = (type: string, object: object) => ({
  event_id: "ev_1",
  created_at: new Date().toISOString(),
  type,
  data: { object },
});

async function deliver(body: string) {
  const key = credentials.webhookSignatureKey;
  const signature = createHmac("sha256", key).update(URL_OF_US).update(body).digest("base64");
  const headers = new Headers({ "x-square-hmacsha256-signature": signature });
  return await parseSquareNotification(credentials, {
    body: Buffer.from(body),
    headers,
    url: URL_OF_US,
  });
}

const paymentId = createId("payment");
const payment = { id: "sq_1", reference_id: paymentId, status: "COMPLETED" };
const named = { providerReference: "sq_1", paymentId, disputeId: undefined };
const unnamed = { ...named, paymentId: undefined };
const dispute = { id: "dp_1", state: "LOST", disputed_payment: { payment_id: "sq_1" } };
const signed = (header: string) => ({ "x-square-hmacsha256-signature": header });

notificationContract("square", {
  receive: deliver,
  events: (
    [
      ["payment.updated", { payment }, { ...named, about: ["payment"] }],
      [
        "payment.updated",
        { payment: { ...payment, refund_ids: ["re_1"] } },
        { ...named, about: ["payment", "refunds"] },
      ],
      [
        "refund.updated",
        { refund: { id: "re_1", payment_id: "sq_1" } },
        { ...unnamed, about: ["refunds"] },
      ],
      [
        "dispute.state.updated",
        { dispute },
        { ...unnamed, about: ["disputes"], disputeId: "dp_1" },
      ],
    ] satisfies [string, object, Hint][]
  ).map(([type, object, hint]) => [eventOf(type, object), hint]),
  looksSigned: looksSignedBySquare,
  plausible: () => [signed(createHmac("sha256", "any").digest("base64"))],
  implausible: () =>
    ["", "AAAA", "A".repeat(44), createHmac("sha256", "any").digest("hex")].map(signed),
});

test("what is not followed, and what is of no payment of ours, is no hint", async () => {
  const OTHERS: [type: string, object: object][] = [
    ["payment.updated", { payment: { ...payment, reference_id: undefined } }],
    ["payment.updated", { payment: { ...payment, reference_id: "order 7" } }],
    ["refund.created", { refund: { id: "re_1" } }],
    ["inventory.count.updated", {}],
  ];
  for (const [type, object] of OTHERS) {
    const received = await deliver(JSON.stringify(eventOf(type, object)));
    assert.deepEqual(received, { kind: "verified", eventId: "ev_1", type }, type);
  }
});
