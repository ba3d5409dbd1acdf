import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { idTime } from "#lib/core/ids.ts";
import { sampleCard } from "#lib/core/sample-card.ts";
import { randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair } from "#lib/testing/device-keys.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { prepareSealed, reserveKeys } from "#lib/testing/seal-at-till.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const prepare = (body: unknown, key?: string) =>
  api.post("/payments/gateway_one/prepare", { body, ...(key !== undefined && { key }) });

const AT_TILL = "cannot be sent to prepare";
const REQUIRED =
  "recipientHashedPan: is required unless recipientHashedPar, recipientHashedPhone, recipientHashedEmail, or " +
  "refundOf is there, or anyRecipient is true";

type Row = [name: string, fields: Record<string, unknown>, details: string];

const rows: Row[] = [
  ["no recipient", { recipientHashedPan: undefined }, REQUIRED],
  ["null for the only one", { recipientHashedPan: null }, REQUIRED],
  ["not any either", { recipientHashedPan: undefined, anyRecipient: false }, REQUIRED],
  ["null for any", { recipientHashedPan: undefined, anyRecipient: null }, REQUIRED],
  [
    "a recipient, and any",
    { anyRecipient: true },
    "recipientHashedPan: cannot be given with anyRecipient",
  ],
  [
    "a sale, and any",
    { recipientHashedPan: undefined, refundOf: "pay_1", anyRecipient: true },
    "anyRecipient: cannot be given with refundOf",
  ],
  ["any in words", { anyRecipient: "true" }, "anyRecipient: must be true or false"],
  ["an amount", { amount: 1250 }, `amount: ${AT_TILL}`],
  ["a currency", { currency: "usd" }, `currency: ${AT_TILL}`],
  ["a reference", { receiptId: "rcpt-1" }, `receiptId: ${AT_TILL}`],
  ["items", { items: [] }, `items: ${AT_TILL}`],
  ["a name", { merchantName: "Corner Bakery" }, `merchantName: ${AT_TILL}`],
  ["an envelope", { sealedReceipt: {} }, `sealedReceipt: ${AT_TILL}`],
  ["a field of the merchant", { table: 7 }, `table: ${AT_TILL}`],
  ["two fields", { table: 7, waiter: "Ann" }, `table: ${AT_TILL}; waiter: ${AT_TILL}`],
  ["none", { count: 0 }, "count: must be at least 1"],
  ["too many", { count: 101 }, "count: must be at most 100"],
  ["half a one", { count: 1.5 }, "count: must be a whole number"],
  ["a count in words", { count: "2" }, "count: must be a number"],
  [
    "a hash that is too short",
    { recipientHashedPan: "ab" },
    "recipientHashedPan: must be the SHA-256 of the card number, 64 hexadecimal digits",
  ],
  [
    "a card number",
    { recipientHashedPan: sampleCard.number },
    "recipientHashedPan: looks like a card number; send its SHA-256 as 64 hexadecimal digits instead",
  ],
];

describe("400", () => {
  for (const [name, fields, details] of rows) {
    test(name, async () => {
      const answer = await prepare({ recipientHashedPan: randomHashedPan(), ...fields });
      assertError(answer, { status: 400, code: "invalid_request" });
      assert.equal(answer.body.error.details, details);
    });
  }

  test("no object", async () => {
    for (const body of ["[]", '"text"', "null", "7"]) {
      assertError(await prepare(body), {
        status: 400,
        code: "invalid_request",
        details: /^body: /,
      });
    }
  });
});

test("null is as absent", async () => {
  const recipient = { recipientHashedPan: randomHashedPan() };
  const { status, body } = await prepare({
    ...recipient,
    recipientHashedPhone: null,
    count: null,
    refundOf: null,
    anyRecipient: null,
    merchantName: null,
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.data.reservations.length, 1);
});

test("anyRecipient false is as absent: the reservation is for the one that is named", async () => {
  const holder = await registerPair(api, await createPair("P-256"));
  const { status, body } = await prepare({
    recipientHashedPan: holder.hashedPan,
    anyRecipient: false,
  });
  assert.equal(status, 200, JSON.stringify(body));
  const [{ keyKind, keyId }] = body.data.reservations;
  assert.deepEqual([keyKind, keyId], ["cardholder", holder.keyId]);
});

test("each reservation is for a payment of its own, until a time that it says", async () => {
  const before = Date.now();
  const holder = await registerPair(api, await createPair("RSA-2048"));
  for (const [recipient, minutes] of [
    [{ recipientHashedPan: holder.hashedPan }, 10],
    [{ recipientHashedPan: randomHashedPan() }, 7 * 24 * 60],
    [{ anyRecipient: true }, 7 * 24 * 60],
  ] as const) {
    const reservations = await reserveKeys(api, recipient, { count: 100 });
    assert.equal(new Set(reservations.map(({ paymentId }) => paymentId)).size, 100);
    assert.equal(new Set(reservations.map(({ reservation }) => reservation)).size, 100);
    for (const { paymentId, expiresAt } of reservations) {
      const since = idTime(paymentId).getTime();
      assert.ok(since >= before && since <= Date.now());
      assert.ok(Math.abs(Date.parse(expiresAt) - since - minutes * 60_000) < 60_000);
    }
  }
});

test("the strongest identifier decides, however the hashes are spelled", async () => {
  const byPhone = await registerPair(api, await createPair("P-256"));
  const [recipientHashedPhone, recipientHashedPan] = [randomHashedPan(), randomHashedPan()];
  await addIdentifier(api, byPhone.userId, "phone", recipientHashedPhone);
  const recipient = { recipientHashedPan, recipientHashedPhone };
  const { body, reservation } = await prepareSealed(api, { recipient });
  assert.equal(reservation.keyId, byPhone.keyId);
  const shouted = { recipientHashedPan: recipientHashedPan.toUpperCase() };
  const answer = await api.post("/payments/gateway_one/create", { body: { ...body, ...shouted } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
});

test("five devices with ids as long as ids may be fit into a reservation", async () => {
  const named = async (at: number) => {
    return { ...(await createPair("P-256")), keyId: `${at}${"鍵".repeat(127)}` };
  };
  const holder = await registerPair(api, await named(0));
  for (const at of [1, 2, 3, 4]) await addPair(api, holder, await named(at));
  const recipient = { recipientHashedPan: holder.hashedPan };
  const { body, reservation } = await prepareSealed(api, { recipient });
  assert.ok(reservation.reservation.length <= 4096, `${reservation.reservation.length}`);
  assert.equal(reservation.otherKeys?.length, 4);
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
});

describe("rates", () => {
  const remaining = ({ headers }: { headers: Headers }) =>
    Number(headers.get("x-ratelimit-remaining"));
  const body = (count?: number) => ({ recipientHashedPan: randomHashedPan(), count });

  test("each reservation counts as a write, and a call is taken while any are left", async () => {
    const key = await createTestKey({ tier: "free" });
    const first = await prepare(body(), key);
    assert.equal(first.headers.get("x-ratelimit-limit"), "60");
    assert.equal(remaining(first), 59);
    assert.equal(remaining(await prepare(body(50), key)), 9);
    const last = await prepare(body(100), key);
    assert.deepEqual([last.status, remaining(last)], [200, 0]);
    const refused = await prepare(body(), key);
    assertError(refused, { status: 429, code: "rate_limit_exceeded" });
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    const payment = await api.post("/payments/gateway_one/create", { body: {}, key });
    assertError(payment, { status: 429, code: "rate_limit_exceeded" });
  });

  test("what is refused counts as one", async () => {
    const key = await createTestKey({ tier: "free" });
    assert.equal(remaining(await prepare({ ...body(50), amount: 5 }, key)), 59);
    assert.equal(remaining(await prepare(body(101), key)), 58);
  });

  test("they count against what the keys of an organization share", async () => {
    const organizationId = await createTestOrganization("free");
    const keys = await Promise.all(
      Array.from({ length: 7 }, () => createTestKey({ organizationId, tier: "free" })),
    );
    for (const key of keys.slice(1)) assert.equal((await prepare(body(100), key)).status, 200);
    const refused = await prepare(body(), keys[0]);
    assertError(refused, { status: 429, code: "rate_limit_exceeded" });
  });
});
