import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { createPair, registerPair } from "#lib/testing/device-keys.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.post("/payments/gateway_one/create", { body, headers });

const withKey = (key: string) => ({ "Idempotency-Key": key });

const countPayments = async (receiptId: unknown) => {
  const { rowCount } = await pool().query("SELECT 1 FROM payment WHERE receipt_id = $1", [
    receiptId,
  ]);
  return rowCount;
};

describe("the natural key", () => {
  test("replays the first answer", async () => {
    const body = paymentBody();
    const first = await create(body);
    assertReplayed(await create(body), first);
    assert.equal(await countPayments(body.receiptId), 1);
  });

  test("replays what was escrowed as escrowed, although a device of another kind has it now", async () => {
    const phone = await createPair("P-256");
    const body = paymentBody();
    const first = await create(body);
    assert.equal(first.body.data.veroMetadata.receiptStatus, "escrowed");
    await registerPair(api, phone, String(body.recipientHashedPan));
    const now = await api.get(`/payments/gateway_one/${first.body.data.paymentId}`);
    assert.equal(now.body.data.veroMetadata.algorithm, "ECDH-ES+A256KW");

    const { claimCode: _used, ...veroMetadata } = first.body.data.veroMetadata;
    const data = { ...first.body.data, veroMetadata };
    assertReplayed(await create(body), { ...first, body: { ...first.body, data } });
  });

  test("sees through spelling: order of keys, defaults, case", async () => {
    const body = paymentBody({ currency: undefined });
    const first = await create(body);
    const spelled = Object.fromEntries(Object.entries({ ...body, version: "1.0" }).reverse());
    const recipientHashedPan = String(body.recipientHashedPan).toUpperCase();
    assertReplayed(
      await create({ ...spelled, currency: "USD", recipientHashedPan, taxAmount: null }),
      first,
    );
  });

  for (const field of ["receiptId", "merchantId", "transactionId"]) {
    test(`is another one with another ${field}`, async () => {
      const body = paymentBody();
      const first = await create(body);
      const other = await create({ ...body, [field]: `${body[field]}-other` });
      assert.equal(other.status, 201);
      assert.notEqual(other.body.data.paymentId, first.body.data.paymentId);
    });
  }

  test("is another one on the other gateway, in another environment and organization", async () => {
    const body = paymentBody();
    const organizationId = (await pool().query("SELECT id FROM organization")).rows[0].id;
    const staging = await createTestKey({ environment: "staging", organizationId });
    const stranger = await createTestKey();
    const answers = [
      await create(body),
      await api.post("/payments/gateway_two/create", { body }),
      await api.post("/payments/gateway_one/create", { body, key: staging }),
      await api.post("/payments/gateway_one/create", { body, key: stranger }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    assert.equal(new Set(answers.map((answer) => answer.body.data.paymentId)).size, 4);
  });

  const changes: [string, Record<string, unknown>][] = [
    ["amount", { amount: 1251 }],
    ["card", { recipientHashedPan: randomHashedPan() }],
    ["unknown field", { note: "changed" }],
  ];
  for (const [name, change] of changes) {
    test(`conflicts with another ${name}`, async () => {
      const body = paymentBody();
      await create(body);
      const details = new RegExp(`; ${Object.keys(change)} differs; paymentId: `);
      const answer = await create({ ...body, ...change });
      assertError(answer, { status: 409, code: "conflict", details });
      assert.equal(await countPayments(body.receiptId), 1);
    });
  }
});

describe("Idempotency-Key", () => {
  test("is the same key quoted and bare", async () => {
    const body = paymentBody();
    const first = await create(body, withKey("order-1"));
    assertReplayed(await create(body, withKey('"order-1"')), first);
    assertReplayed(await create(body, withKey("order-1")), first);
  });

  test("conflicts with another body and on another gateway", async () => {
    const body = paymentBody();
    await create(body, withKey("order-2"));
    const details = /; receiptId, recipientHashedPan, and transactionId differ; paymentId: /;
    const conflict = { status: 409, code: "conflict" } as const;
    const other = await create(paymentBody(), withKey("order-2"));
    assertError(other, { ...conflict, details });
    const headers = withKey('"order-2"');
    assertError(await api.post("/payments/gateway_two/create", { body, headers }), conflict);
  });

  test("may change while the payment stays the same", async () => {
    const body = paymentBody();
    const first = await create(body, withKey("order-3"));
    assertReplayed(await create(body, withKey("order-3-retry")), first);
    assertReplayed(await create(body), first);
  });

  test("is remembered also where it came with a replay", async () => {
    const body = paymentBody();
    const first = await create(body);
    assertReplayed(await create(body, withKey("order-5")), first);
    const other = await create(paymentBody(), withKey("order-5"));
    assertError(other, { status: 409, code: "conflict" });
  });

  test("belongs to one organization", async () => {
    await create(paymentBody(), withKey("order-4"));
    const key = await createTestKey();
    const other = await api.post("/payments/gateway_one/create", {
      body: paymentBody(),
      headers: withKey("order-4"),
      key,
    });
    assert.equal(other.status, 201);
  });

  const lengths: [string, number][] = [
    ["k", 201],
    ["k".repeat(255), 201],
    ["k".repeat(256), 400],
    [`"${"k".repeat(255)}"`, 201],
    [`"${"k".repeat(256)}"`, 400],
    ['""', 400],
    ["", 400],
    ['"open', 400],
    ["caf\u00e9", 400],
  ];
  for (const [key, status] of lengths) {
    test(`${JSON.stringify(key.slice(0, 8))} with ${key.length} characters: ${status}`, async () => {
      const answer = await api.post("/payments/gateway_one/create", {
        body: paymentBody(),
        headers: withKey(key),
        // Quoted and bare are the same key: each row needs an organization of its own.
        key: await createTestKey(),
      });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
    });
  }
});

describe("at the same time", () => {
  for (const [name, headers] of [
    ["natural key", {}] as const,
    ["header", withKey("burst")] as const,
  ]) {
    test(`twelve calls that are equal by their ${name} make one payment`, async () => {
      const body = paymentBody();
      const answers = await Promise.all(Array.from({ length: 12 }, () => create(body, headers)));
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [...Array<number>(11).fill(200), 201]);
      for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body);
      assert.equal(await countPayments(body.receiptId), 1);
    });
  }

  test("a duplicate shares the failure of the call it waited for", async () => {
    const body = paymentBody({ paymentMethod: "sandbox_timeout" });
    const both = () => Promise.all([create(body), create(body)]);
    // On a slow machine, too, the second call comes while the first one waits.
    const answers = await withImpatience(both, 2_000);
    for (const answer of answers) assertError(answer, { status: 503, code: "service_unavailable" });
    const retry = await create(body);
    assert.equal(retry.status, 201, JSON.stringify(retry.body));
    assertReplayed(await create(body), retry);
  });
});

describe("after a decline", () => {
  const declined = { status: 402, code: "payment_declined" } as const;

  test("the same body is declined again, the next card is a new attempt", async () => {
    const body = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
    assertError(await create(body), declined);
    assertError(await create(body), declined);
    assert.equal(await countPayments(body.receiptId), 1);

    const next = { ...body, paymentMethod: "pm_card_visa" };
    const first = await create(next);
    assertReplayed(await create(next), first);
    assertError(await create(body), declined);
    assertError(await create({ ...next, amount: 1 }), { status: 409, code: "conflict" });
    assert.equal(await countPayments(body.receiptId), 2);
  });

  test("several next cards at once make one payment", async () => {
    const body = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
    assertError(await create(body), declined);
    const next = Array.from({ length: 6 }, (_, n) => ({ ...body, paymentMethod: `card-${n}` }));
    const statuses = (await Promise.all(next.map((one) => create(one)))).map((a) => a.status);
    assert.deepEqual(statuses.sort(), [201, 409, 409, 409, 409, 409]);
  });
});

test("a replay after the hand-over still gives the first answer, without its claim code", async () => {
  const hashedPan = randomHashedPan();
  const body = paymentBody({ recipientHashedPan: hashedPan });
  const first = await create(body);
  assert.equal(first.body.data.veroMetadata.receiptStatus, "escrowed");
  assertReplayed(await create(body), first);
  await registerCardholder(api, hashedPan);
  delete first.body.data.veroMetadata.claimCode;
  assertReplayed(await create(body), first);
});
