import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { recipientFieldNames } from "#lib/receipts/contract.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const CREATE = "/payments/gateway_one/create";
const none = { recipientHashedPan: undefined };

async function pay(fields: Record<string, unknown>) {
  const { status, body } = await api.post(CREATE, { body: paymentBody(fields) });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

async function listDelivered({ userId }: TestCardholder): Promise<[string, string][]> {
  const { receipts } = (await api.get(`/receipts/${userId}`)).body.data;
  return receipts.map((one: Record<string, string>) => [one.paymentId, one.deliveredBy]);
}

async function open(holder: TestCardholder, paymentId: string) {
  const tokenId = await grant(api, holder, { paymentId });
  const { privateKey } = holder;
  const { status, body } = await api.post("/payments/decrypt", {
    body: { paymentId, tokenId, privateKey },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** A cardholder with an identifier of each kind. */
async function createFamiliar() {
  const holder = await registerCardholder(api);
  const [par, phone, email] = [randomHashedPan(), randomHashedPan(), randomHashedPan()];
  for (const [kind, hash] of [
    ["par", par],
    ["phone", phone],
    ["email", email],
  ] as const) {
    assert.equal((await addIdentifier(api, holder.userId, kind, hash)).status, 201);
  }
  const sent = {
    recipientHashedPan: holder.hashedPan,
    recipientHashedPar: par,
    recipientHashedPhone: phone,
    recipientHashedEmail: email,
  };
  return { holder, sent };
}

test("a phone that pays has another number than its card, and the account reference leads home", async () => {
  const { holder, sent } = await createFamiliar();
  const { paymentId, veroMetadata } = await pay({
    recipientHashedPan: randomHashedPan(),
    recipientHashedPar: sent.recipientHashedPar.toUpperCase(),
  });
  assert.deepEqual([veroMetadata.receiptStatus, veroMetadata.keyId], ["sealed", holder.keyId]);
  assert.equal(veroMetadata.claimCode, undefined);
  assert.deepEqual(await listDelivered(holder), [[paymentId, "par"]]);
  assert.equal((await open(holder, paymentId)).merchantName, "Corner Bakery");
});

test("the strongest identifier that anyone has registered decides: card, reference, phone, email", async () => {
  const people = [];
  for (let at = 0; at < 4; at += 1) people.push(await createFamiliar());
  const [first, second, third, fourth] = people;
  assert.ok(first && second && third && fourth);
  const sent = {
    recipientHashedPan: first.sent.recipientHashedPan,
    recipientHashedPar: second.sent.recipientHashedPar,
    recipientHashedPhone: third.sent.recipientHashedPhone,
    recipientHashedEmail: fourth.sent.recipientHashedEmail,
  };
  const kinds = ["card", "par", "phone", "email"];
  for (const [at, { holder }] of people.entries()) {
    // The stronger ones are somebody's whom nobody knows.
    const unknown = recipientFieldNames.slice(0, at).map((name) => [name, randomHashedPan()]);
    const { paymentId } = await pay({ ...sent, ...Object.fromEntries(unknown) });
    assert.deepEqual(await listDelivered(holder), [[paymentId, kinds[at]]]);
    const left = recipientFieldNames.slice(0, at).map((name) => [name, undefined]);
    const other = await pay({ ...sent, ...Object.fromEntries(left) });
    assert.equal((await listDelivered(holder))[0]?.[0], other.paymentId);
  }
});

test("one kind's hash leads nowhere as another kind", async () => {
  const { holder, sent } = await createFamiliar();
  for (const [name, hash] of Object.entries(sent)) {
    for (const other of recipientFieldNames.filter((one) => one !== name)) {
      const { veroMetadata } = await pay({ ...none, [other]: hash });
      assert.equal(veroMetadata.receiptStatus, "escrowed", `${name} as ${other}`);
    }
  }
  assert.deepEqual(await listDelivered(holder), []);
});

describe("escrow under several identifiers", () => {
  const sendAll = () => ({
    recipientHashedPan: randomHashedPan(),
    recipientHashedPar: randomHashedPan(),
    recipientHashedPhone: randomHashedPan(),
    recipientHashedEmail: randomHashedPan(),
  });
  const waits = async (paymentId: string) => {
    const { rows } = await pool().query(
      `SELECT (SELECT count(*)::int FROM escrow_identifier WHERE payment_id = $1) AS identifiers,
              (SELECT count(*)::int FROM claim_code WHERE payment_id = $1) AS codes`,
      [paymentId],
    );
    return rows[0];
  };

  for (const [kind, name] of [
    ["par", "recipientHashedPar"],
    ["phone", "recipientHashedPhone"],
    ["email", "recipientHashedEmail"],
  ] as const) {
    test(`the ${kind} is registered first and gets it, the card finds nothing`, async () => {
      const sent = sendAll();
      const { paymentId } = await pay(sent);
      assert.deepEqual(await waits(paymentId), { identifiers: 3, codes: 1 });
      const holder = await registerCardholder(api);
      const { status, body } = await addIdentifier(api, holder.userId, kind, sent[name]);
      assert.deepEqual([status, body.data.deliveredReceipts], [201, 1]);
      assert.deepEqual(await listDelivered(holder), [[paymentId, kind]]);
      assert.deepEqual(await waits(paymentId), { identifiers: 0, codes: 0 });

      const later = await registerCardholder(api, sent.recipientHashedPan);
      assert.deepEqual(await listDelivered(later), []);
      assert.equal((await open(holder, paymentId)).paymentId, paymentId);
    });
  }

  test("the card is registered first and gets it, and what is left of it is gone", async () => {
    const sent = sendAll();
    const { paymentId } = await pay(sent);
    const holder = await registerCardholder(api, sent.recipientHashedPan);
    assert.deepEqual(await listDelivered(holder), [[paymentId, "card"]]);
    assert.deepEqual(await waits(paymentId), { identifiers: 0, codes: 0 });
    const other = await registerCardholder(api);
    const { body } = await addIdentifier(api, other.userId, "phone", sent.recipientHashedPhone);
    assert.equal(body.data.deliveredReceipts, 0);
  });

  test("credit notes that wait with their sale come along by any of its identifiers", async () => {
    const sent = sendAll();
    const { paymentId } = await pay(sent);
    const note = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
      body: refundBody({ amount: 50 }),
    });
    assert.equal(note.status, 201, JSON.stringify(note.body));
    const holder = await registerCardholder(api);
    await addIdentifier(api, holder.userId, "email", sent.recipientHashedEmail);
    const delivered = await listDelivered(holder);
    assert.deepEqual(delivered, [
      [note.body.data.refundId, "email"],
      [paymentId, "email"],
    ]);

    const later = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
      body: refundBody({ amount: 25 }),
    });
    assert.deepEqual((await listDelivered(holder))[0], [later.body.data.refundId, "email"]);
  });

  test("a delivered receipt leaves nothing to look for it by", async () => {
    const { sent } = await createFamiliar();
    const { paymentId } = await pay({
      ...sendAll(),
      recipientHashedEmail: sent.recipientHashedEmail,
    });
    assert.deepEqual(await waits(paymentId), { identifiers: 0, codes: 0 });
  });

  test("a declined payment leaves nothing either", async () => {
    const body = paymentBody({ ...sendAll(), paymentMethod: "pm_card_chargeDeclined" });
    assert.equal((await api.post(CREATE, { body })).status, 402);
    const { rows } = await pool().query("SELECT id FROM payment WHERE receipt_id = $1", [
      body.receiptId,
    ]);
    assert.deepEqual(await waits(rows[0].id), { identifiers: 0, codes: 0 });
  });
});

describe("none of them is part of the receipt", () => {
  test("of a sale or a credit note", async () => {
    const { holder, sent } = await createFamiliar();
    const { paymentId } = await pay(sent);
    const note = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
      body: refundBody(),
    });
    for (const id of [paymentId, note.body.data.refundId]) {
      const text = JSON.stringify(await open(holder, id));
      for (const [name, hash] of Object.entries(sent)) {
        assert.ok(!text.includes(name) && !text.includes(hash), name);
      }
    }
  });

  for (const name of recipientFieldNames) {
    test(`400 for ${name} of a refund`, async () => {
      const { paymentId } = await pay({});
      const answer = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
        body: refundBody({ [name]: randomHashedPan() }),
      });
      const details = new RegExp(`^${name}: is that of the payment`);
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }
});

describe("400", () => {
  const reference = "Q1HJZ28RKA1EBL470G9XYG90R5D3E";
  for (const [name, sent] of [
    ["recipientHashedPar", reference],
    ["recipientHashedPar", reference.toLowerCase()],
    ["recipientHashedPhone", "+491701234567"],
    ["recipientHashedPhone", "0170 1234567"],
    ["recipientHashedPhone", "+1 (212) 555-0100"],
    ["recipientHashedEmail", "ada@lovelace.example"],
    ["recipientHashedEmail", "4242424242424242"],
  ] as const) {
    test(`${name} that is not hashed: ${sent}`, async () => {
      const body = paymentBody({ ...none, [name]: sent });
      const answer = await api.post(CREATE, { body });
      const details = new RegExp(`^${name}: looks like the value itself; send its SHA-256`);
      assertError(answer, { status: 400, code: "invalid_request", details });
      assert.ok(!JSON.stringify(answer.body).includes(sent));
      assert.ok(!service.logLines.join("").includes(sent));
    });
  }

  for (const name of recipientFieldNames.slice(1)) {
    for (const [how, sent] of [
      ["too short", "ab".repeat(31)],
      ["not hex", "zz".repeat(32)],
      ["no text", 7],
    ] as const) {
      test(`${name} that is ${how}, beside a good card`, async () => {
        const answer = await api.post(CREATE, { body: paymentBody({ [name]: sent }) });
        assertError(answer, {
          status: 400,
          code: "invalid_request",
          details: new RegExp(`^${name}: `),
        });
      });
    }
  }

  for (const fields of [none, { recipientHashedPan: null, recipientHashedPar: null }]) {
    test(`no recipient at all: ${JSON.stringify(fields)}`, async () => {
      const answer = await api.post(CREATE, { body: paymentBody(fields) });
      const details = /^recipientHashedPan: is required unless recipientHashedPar/;
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  test("what is missing besides is named, too", async () => {
    const body = paymentBody({ ...none, receiptId: undefined });
    const { body: answer } = await api.post(CREATE, { body });
    assert.match(answer.error.details, /receiptId: .*recipientHashedPan: /);
  });
});

test("another recipient under the same keys is another body", async () => {
  const body = paymentBody();
  await pay(body);
  const again = await api.post(CREATE, {
    body: { ...body, recipientHashedPhone: randomHashedPan() },
  });
  assertError(again, { status: 409, code: "conflict" });
});
