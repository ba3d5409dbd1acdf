import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findCardData } from "#lib/core/card-data.ts";
import { sampleCard } from "#lib/core/sample-card.ts";
import { grant, paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

const { number } = sampleCard;
const create = (body: object) => api.post("/payments/gateway_one/create", { body });
const prepare = () => prepareSealed(api, { recipient: { recipientHashedPan: holder.hashedPan } });

const details = /looks like a card number/;

test("201: digits of a ciphertext that look like a card number", async () => {
  const { body } = await prepare();
  const chances = { iv: number, tag: `-${number}-AAAA`, ciphertext: `AAAA-${number}-AA` };
  for (const text of Object.values(chances)) assert.equal(findCardData({ text }).length, 1, text);
  const answer = await create({ ...body, sealedReceipt: { ...body.sealedReceipt, ...chances } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
});

describe("400: a card number", () => {
  test("in every other field beside the envelope", async () => {
    const { body } = await prepare();
    for (const name of ["receiptId", "transactionId", "paymentMethod", "customer", "cardNonce"]) {
      const answer = await create({ ...body, [name]: number });
      assertError(answer, { status: 400, code: "invalid_request", details });
      assert.match(answer.body.error.details, new RegExp(`^${name}: `));
    }
  });

  test("in place of a part of the envelope, which names the part and not the number", async () => {
    const { body } = await prepare();
    const { header, ...envelope } = body.sealedReceipt;
    for (const sent of [
      { reservation: number },
      { sealedReceipt: { ...envelope, header: { ...header, kid: number } } },
      { sealedReceipt: { ...envelope, header, [number]: 1 } },
      { otherRecipients: [number] },
    ]) {
      const answer = await create({ ...body, ...sent });
      assertError(answer, { status: 400, code: "invalid_request" });
      assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(number));
    }
  });

  test("in a receipt that is not sealed, under the names of an envelope", async () => {
    for (const fields of [
      { reservation: number },
      { otherRecipients: [number] },
      { reservation: `table ${number}`, sealedReceipt: null },
    ]) {
      assertError(await create(paymentBody(fields)), {
        status: 400,
        code: "invalid_request",
        details,
      });
    }
  });
});

test("a receipt may have a reservation of its own, such as a hotel's", async () => {
  const answer = await create(paymentBody({ reservation: "room 12, two nights" }));
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
});

describe("no other call takes an envelope: its fields are checked as ever", () => {
  test("its own", async () => {
    const body = { userId: 7, keyId: holder.keyId, sealedReceipt: {} };
    const answer = await api.post("/keys/grant-access", { body });
    assertError(answer, { status: 400, code: "invalid_request", details: /^userId: must be text/ });
    assert.ok(await grant(api, holder));
  });

  test("against card data", async () => {
    const { userId } = holder;
    const body = { userId, keyId: number, sealedReceipt: {}, reservation: number };
    const answer = await api.post("/keys/grant-access", { body });
    assertError(answer, { status: 400, code: "invalid_request", details });
    assert.match(answer.body.error.details, /^keyId: /);
  });
});
