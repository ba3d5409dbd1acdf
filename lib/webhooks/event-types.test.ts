import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import { eventTypes } from "#lib/core/vocabulary.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { pool } from "#lib/storage/database.ts";
import { grant, refundBody, registerCardholder } from "#lib/testing/api-client.ts";
import { createCard, findNamed, type Named } from "#lib/testing/named-secrets.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey } from "#lib/testing/test-service.ts";
import { type EventResourceJson, eventData } from "./contract-events.ts";
import { describeEvents } from "./describe-event.ts";
import { eventExamples } from "./event-examples.ts";

const { shop, stripe } = setUpNotifiedShops();

const references = {
  merchantId: "bakery-7",
  receiptId: "r-1001",
  transactionId: "t-1001",
  transactionDate: "2026-11-20T09:30:00+01:00",
  terminalId: "till-2",
};
const content = {
  merchantName: "Bäckerei Zauber",
  merchantStreet: "Hauptstraße 17",
  merchantTaxId: "DE811907980",
  cashier: "Cashier Eleonore",
  items: [
    { lineItemId: "1", name: "Poppy seed roll", quantity: 1, unitPrice: 1250, totalPrice: 1250 },
  ],
};

/** What must be in no event, as calls bring it in and hand it out. */
const secrets: Named = [
  ["merchant's name", content.merchantName],
  ["street", content.merchantStreet],
  ["tax number", content.merchantTaxId],
  ["another field", content.cashier],
  ["item", "Poppy seed roll"],
];

/** Makes everything happen that there is an event for, by calls over HTTP, and reads what the API tells of it. */
const events = setUp(async () => {
  const { api, organizationId } = shop;
  const key = await createTestKey({ organizationId });
  const cards = [createCard(), createCard()] as const;
  const [holder, erased] = [
    await registerCardholder(api, cards[0].hashedPan),
    await registerCardholder(api, cards[1].hashedPan),
  ];
  const pay = async (fields: object) => {
    const body = { ...references, ...content, ...fields, recipientHashedPan: holder.hashedPan };
    const { body: answer } = await api.post("/payments/gateway_one/create", {
      body: { ...body, amount: 1250, currency: "eur" },
    });
    const { clientSecret, orderId, paymentId } = answer.data ?? {};
    if (clientSecret) secrets.push(["client secret", clientSecret]);
    return { gateway: "gateway_one" as const, body, paymentId, orderId, clientSecret, status: "" };
  };

  await shop.console("POST", "/gateways/gateway_one/test");
  stripe.standIn.delayCharges(true);
  const paid = await pay({ paymentMethod: "pm_card_visa" });
  stripe.standIn.updateCharge(paid.paymentId);
  for (const { payload } of stripe.standIn.listEvents()) {
    if (payload.includes('"charge.updated')) await shop.deliverStripe(payload);
  }
  const waiting = await pay({ transactionId: "t-1002", receiptId: "r-1002" });
  await api.post(`/payments/gateway_one/${waiting.paymentId}/cancel`, { body: {} });
  await pay({
    transactionId: "t-1003",
    receiptId: "r-1003",
    paymentMethod: "pm_card_chargeDeclined",
  });

  const tokenId = await grant(api, holder);
  const { paymentId } = paid;
  const opened = await api.post("/payments/envelope", { body: { paymentId, tokenId } });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));

  const note = {
    ...content,
    ...references,
    receiptId: "r-1004",
    transactionId: "t-1004",
    items: [],
  };
  const refunded = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
    body: refundBody({ ...note, refundReference: "return-1", amount: 250 }),
  });
  assert.equal(refunded.status, 201, JSON.stringify(refunded.body));
  const { refundId } = refunded.body.data;
  stripe.standIn.setRefund(refundId, {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  await stripe.notify(paid, { claim: "refunded" });

  for (const isLost of [false, true]) {
    stripe.dispute(paid, "dp_1", isLost);
    await stripe.notify(paid, { claim: { disputeId: "dp_1", isLost } });
  }
  await requestErasure(shop.service, erased.userId, key);

  secrets.push(
    ...cards.flatMap(
      ({ number, hashedPan }): Named => [
        ["card", number],
        ["card's hash", hashedPan],
        ["card's hash, bytes", Buffer.from(hashedPan, "hex")],
      ],
    ),
    ["access token", tokenId],
    ["public key", holder.publicKey.split("\n")[3] ?? ""],
  );
  await addStored(paymentId);
  while ((await publishEvents(describeEvents)) > 0);
  const page = await api.get("/events?limit=100");
  assert.equal(page.body.data.nextCursor, null);
  return { list: page.body.data.events as EventResourceJson[] };
});

/** What the service derives and keeps beside the payment. */
async function addStored(paymentId: string): Promise<void> {
  const { rows: payments } = await pool().query(
    `SELECT p.card_index, p.ciphertext, p.encrypted_key, p.iv, p.match_data, r.fingerprint, r.key_hash
     FROM payment p JOIN idempotency_record r ON r.payment_id = p.id WHERE p.id = $1`,
    [paymentId],
  );
  assert.ok(payments.length > 0);
  for (const row of payments) secrets.push(...(Object.entries(row) as Named));
}

describe("an event", () => {
  for (const type of eventTypes) {
    test(`of type ${type} holds what its list answers, as its example shows`, async () => {
      const ofType = events.list.filter((event) => event.type === type);
      const [first] = ofType;
      assert.ok(first);
      for (const { data } of ofType) {
        // Whatever the schema does not name would be gone.
        const schema: z.ZodType = eventData[type];
        assert.deepEqual(z.encode(schema, z.decode(schema, data)), data);
      }
      const { body } = await shop.api.get(`/events/${first.eventId}`);
      assert.deepEqual(body.data, first);
      assert.deepEqual(withoutIds(first), withoutIds(eventExamples[type]));
    });
  }

  test("holds no content of a receipt, no hash, and no secret, in an answer or in its row", async () => {
    const { rows } = await pool().query("SELECT event::text FROM event");
    assert.ok(rows.length >= eventTypes.length);
    const [{ stored }] = (
      await pool().query("SELECT string_agg(data::text, ' ') AS stored FROM event")
    ).rows;
    assert.deepEqual(
      findNamed(Buffer.from(`${JSON.stringify(events.list)} ${stored}`), secrets),
      [],
    );
    const control = Buffer.from(JSON.stringify(content));
    assert.ok(findNamed(control, secrets).length >= 5);
  });
});

/** Ids and times are others in each run. */
function withoutIds(event: EventResourceJson): unknown {
  return JSON.parse(
    JSON.stringify(event)
      .replace(/"[a-z]+_\w{20,}"/g, '"id"')
      .replace(/"key_[\w-]+"/g, '"id"')
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
      .replace(/"\d{6}"/g, '"code"')
      .replace(/"\d{15}"/g, '"network id"'),
  );
}
