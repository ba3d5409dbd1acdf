import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { prepareSealed, reserveKeys, sealFor } from "#lib/testing/seal-at-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const [first, second] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];

const service = setUpTestService({ CARD_PEPPERS: `1:${first}` });
const api = setUpApi(service);

const create = (body: object) => api.post("/payments/gateway_one/create", { body });

async function countPayments(id: string) {
  const { rowCount } = await pool().query("SELECT FROM payment WHERE id = $1", [id]);
  return rowCount;
}

const cards: [whose: string, card: () => Promise<string>][] = [
  ["a cardholder", async () => (await registerCardholder(api)).hashedPan],
  ["nobody yet", async () => randomHashedPan()],
];

for (const [whose, card] of cards) {
  test(`twelve times the same body at once is one payment, for ${whose}`, async () => {
    const recipient = { recipientHashedPan: await card() };
    const { body, reservation } = await prepareSealed(api, { recipient });
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(11).fill(200), 201]);
    for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
    assert.equal(await countPayments(reservation.paymentId), 1);
  });

  test(`twelve payments at once with one reservation: one is created, for ${whose}`, async () => {
    const recipient = { recipientHashedPan: await card() };
    const [reservation = assert.fail()] = await reserveKeys(api, recipient);
    const sealed = await Promise.all(
      Array.from({ length: 12 }, () => sealFor(reservation, { recipient })),
    );
    const answers = await Promise.all(sealed.map(({ body }) => create(body)));
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 11);
    for (const answer of refused) {
      assertError(answer, { status: 409, code: "conflict", details: /^reservation: / });
    }
    assert.equal(await countPayments(reservation.paymentId), 1);
  });

  test(`a hundred reservations are as many payments, for ${whose}`, async () => {
    const recipient = { recipientHashedPan: await card() };
    const reservations = await reserveKeys(api, recipient, { count: 100 });
    const sealed = await Promise.all(reservations.map((one) => sealFor(one, { recipient })));
    const answers = await Promise.all(sealed.map(({ body }) => create(body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const ids = answers.map(({ body }) => body.data.paymentId);
    assert.deepEqual(
      ids,
      reservations.map(({ paymentId }) => paymentId),
    );
  });
}

test("a reservation is for one payment, also once another pepper is current", async () => {
  const sales = await Promise.all(
    cards.map(async ([, card]) => {
      const recipient = { recipientHashedPan: await card() };
      const reservations = await reserveKeys(api, recipient, { count: 2 });
      const [used = assert.fail(), unused = assert.fail()] = reservations;
      const { body } = await sealFor(used, { recipient });
      const answer = await create(body);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return { recipient, used, unused, body, answer };
    }),
  );
  await service.restart({ CARD_PEPPERS: `2:${second},1:${first}` });
  for (const { recipient, used, unused, body, answer } of sales) {
    const again = await create((await sealFor(used, { recipient })).body);
    assertError(again, { status: 409, code: "conflict", details: /^reservation: / });
    assert.deepEqual(await countPayments(used.paymentId), 1);
    const replayed = await create(body);
    assert.deepEqual([replayed.status, replayed.body], [200, answer.body]);
    assert.equal((await create((await sealFor(unused, { recipient })).body)).status, 201);
  }
});

test("a reservation is for one payment, also once that is erased", async () => {
  const recipient = { recipientHashedPan: randomHashedPan() };
  const [used = assert.fail()] = await reserveKeys(api, recipient);
  assert.equal((await create((await sealFor(used, { recipient })).body)).status, 201);
  const { userId } = await registerCardholder(api, recipient.recipientHashedPan);
  await api.call("DELETE /api/v1/users/{userId}", { params: { userId } });

  const again = await create((await sealFor(used, { recipient })).body);
  assertError(again, { status: 409, code: "conflict", details: /^reservation: / });
  assert.equal(await countPayments(used.paymentId), 1);
});
