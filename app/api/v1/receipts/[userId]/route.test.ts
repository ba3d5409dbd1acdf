import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createApiClient,
  paymentBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
const empty = setUpCardholder(api);

async function list(query = "", { userId }: { userId: string } = holder) {
  return await api.get(`/receipts/${userId}${query}`);
}

describe("200", () => {
  test("an empty list before the first payment", async () => {
    const { status, body } = await list("", empty);
    assert.equal(status, 200);
    const data = { userId: empty.userId, receipts: [], nextCursor: null };
    assert.deepEqual(body, { success: true, data });
  });

  test("a receipt as metadata, with no content and no ciphertext", async () => {
    const { body: created } = await api.post("/payments/gateway_two/create", {
      body: paymentBody({
        receiptId: "r-42",
        transactionId: "t-42",
        recipientHashedPan: holder.hashedPan,
        currency: "EUR",
        cardNonce: "cnon:ok",
        amount: undefined,
        items: [
          { lineItemId: "1", name: "Rye bread", quantity: 1, unitPrice: 650, totalPrice: 650 },
        ],
      }),
    });
    const { paymentId, veroMetadata } = created.data;
    const { body } = await list();
    const { match, deliveredAt, ...receipt } = body.data.receipts[0];
    assert.match(match.authorizationCode, /^S\d{5}$/);
    assert.ok(deliveredAt >= veroMetadata.createdAt, deliveredAt);
    assert.deepEqual(receipt, {
      paymentId,
      receiptId: "r-42",
      transactionId: "t-42",
      receiptStatus: "sealed",
      paymentStatus: "succeeded",
      gateway: "gateway_two",
      amount: 650,
      currency: "eur",
      keyId: holder.keyId,
      keyIds: [holder.keyId],
      createdAt: veroMetadata.createdAt,
      kind: "sale",
      refundOf: null,
      refundedAmount: 0,
      deliveredBy: "card",
      sealedAt: "service",
      keyKind: "cardholder",
    });
  });

  test("another merchant's payment with the card is listed too", async () => {
    const merchant = createApiClient(service, await createTestKey());
    const paymentId = await createSealedPayment(merchant, holder);
    const { body } = await list();
    assert.equal(body.data.receipts[0].paymentId, paymentId);
  });

  test("receipts of payments that wait or failed are not delivered", async () => {
    const cardholder = await registerCardholder(api);
    for (const paymentMethod of ["pm_card_chargeDeclined", "sandbox_requires_confirmation"]) {
      await api.post("/payments/gateway_one/create", {
        body: paymentBody({ recipientHashedPan: cardholder.hashedPan, paymentMethod }),
      });
    }
    const { body } = await list("", cardholder);
    assert.deepEqual(body.data.receipts, []);
  });
});

describe("400", () => {
  const queries = {
    "limit of 0": ["limit=0", /^limit: /],
    "limit of 101": ["limit=101", /^limit: /],
    "negative limit": ["limit=-1", /^limit: /],
    "fractional limit": ["limit=1.5", /^limit: /],
    "limit in words": ["limit=ten", /^limit: /],
    "empty limit": ["limit=", /^limit: /],
    "limit beyond numbers": ["limit=1e999", /^limit: /],
    "cursor that is no cursor": ["cursor=garbage", /^cursor: /],
    "empty cursor": ["cursor=", /^cursor: /],
    "cursor that holds a user id": [
      `cursor=${Buffer.from(`usr_${"0".repeat(32)}`).toString("base64url")}`,
      /^cursor: /,
    ],
    "cursor with NUL": ["cursor=%00", /^cursor: /],
    "cursor with SQL": [
      `cursor=${Buffer.from("pay_' OR 1=1 --").toString("base64url")}`,
      /^cursor: /,
    ],
    "cursor of 4 KiB": [`cursor=${"A".repeat(4096)}`, /^cursor: /],
    "from that is no date": ["from=yesterday", /^from: /],
    "from in seconds": ["from=1700000000", /^from: /],
    "from on a day that is not": ["from=2026-02-30T00:00:00Z", /^from: /],
    "empty from": ["from=", /^from: /],
    "from with a plus that became a space": ["from=2026-11-20T09:30:00+01:00", /^from: .*%2B/],
    "a parameter that is not known": ["limits=5", /^limits: is not a parameter of this endpoint$/],
    "a parameter given twice": ["limit=5&limit=6", /^limit: is given more than once$/],
    "to that is no date": ["to=2026", /^to: /],
    "to with NUL": ["to=%00", /^to: /],
    "deliveredFrom that is no date": ["deliveredFrom=now", /^deliveredFrom: /],
  } as const;
  for (const [name, [query, details]] of Object.entries(queries)) {
    test(name, async () => {
      assertError(await list(`?${query}`), { status: 400, code: "invalid_request", details });
    });
  }

  test("a cursor with a character appended", async () => {
    await createSealedPayment(api, holder);
    await createSealedPayment(api, holder);
    const { nextCursor } = (await list("?limit=1")).body.data;
    for (const cursor of [`${nextCursor}.`, `${nextCursor}=`, `${nextCursor}A`]) {
      const answer = await list(`?cursor=${cursor}`);
      assertError(answer, { status: 400, code: "invalid_request", details: /^cursor: / });
    }
  });

  test("a user id of 129 characters", async () => {
    const answer = await list("", { userId: "u".repeat(129) });
    assertError(answer, { status: 400, code: "invalid_request", details: /^userId: / });
  });

  for (const userId of ["%00", "usr_%00", "usr_a%00b"]) {
    test(`NUL in the path: ${userId}`, async () => {
      assertError(await list("", { userId }), { status: 400, code: "invalid_request" });
    });
  }
});

describe("404", () => {
  test("an unknown user, another organization's and another environment's, all alike", async () => {
    await createSealedPayment(api, holder);
    const unknown = await list("", { userId: "usr_unknown" });
    assertError(unknown, { status: 404, code: "not_found" });
    for (const key of [
      await createTestKey(),
      await createTestKey({ organizationId: api.organizationId, environment: "staging" }),
    ]) {
      const answer = await api.get(`/receipts/${holder.userId}`, { key });
      assertError(answer, { status: 404, code: "not_found" });
      assertSameError(answer, unknown);
    }
  });

  test("another organization's cursor opens nothing", async () => {
    await createSealedPayment(api, holder);
    await createSealedPayment(api, holder);
    const { body } = await list("?limit=1");
    assert.ok(body.data.nextCursor);
    const stranger = createApiClient(service, await createTestKey());
    const other = await registerCardholder(stranger);
    const page = await stranger.get(`/receipts/${other.userId}?cursor=${body.data.nextCursor}`);
    assert.equal(page.status, 200);
    assert.deepEqual(page.body.data.receipts, []);
  });
});

test("401 without a key, 403 without the scope receipts:read", async () => {
  const path = `/receipts/${holder.userId}`;
  const key = await createTestKey({
    organizationId: api.organizationId,
    scopes: ["receipts:decrypt", "keys:grant"],
  });
  assertError(await api.get(path, { key: "" }), { status: 401, code: "unauthorized" });
  assertError(await api.get(path, { key }), { status: 403, code: "forbidden" });
});
