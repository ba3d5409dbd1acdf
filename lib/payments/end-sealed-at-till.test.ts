import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { grant, randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { endOverdueEscrow } from "./end-escrow.ts";

const service = setUpTestService();
const api = setUpApi(service);

const seal = (hashedPan: string, fields = {}) =>
  prepareSealed(api, { recipient: { recipientHashedPan: hashedPan }, fields });

async function pay(hashedPan: string) {
  const { body } = await seal(hashedPan);
  const created = await api.post("/payments/gateway_one/create", { body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return { paymentId: created.body.data.paymentId as string, cardIndex: await indexOf(body) };
}

async function indexOf({ receiptId }: { receiptId: string }): Promise<Uint8Array> {
  const { rows } = await pool().query(
    "SELECT card_index AS index FROM payment WHERE receipt_id = $1",
    [receiptId],
  );
  return rows[0].index;
}

/** What is left of the receipt; `linked`: the payment, or a record that leads to it, still has the card. */
async function readRest(column: "id" | "receipt_id", value: string, cardIndex: Uint8Array | null) {
  const { rows } = await pool().query(
    `SELECT p.receipt_status AS status, p.sealing_place AS place, p.cardholder_id AS holder,
            num_nonnulls(p.encrypted_key, p.ephemeral_key, p.other_recipients) AS wraps,
            length(p.ciphertext) AS bytes,
            p.card_index = $2 OR r.card_index = $2 OR r.card_index <> p.card_index AS linked
     FROM payment p JOIN idempotency_record r ON r.payment_id = p.id WHERE p.${column} = $1`,
    [value, cardIndex],
  );
  return rows[0];
}

const gone = { holder: null, wraps: 0 };

describe("a receipt that was sealed at the till is destroyed as any other", () => {
  const registered = async () => (await registerCardholder(api)).hashedPan;
  for (const [place, choose] of [
    ["till", registered],
    ["till_for_escrow", async () => randomHashedPan()],
  ] as const) {
    test(`with its payment, if that is declined: ${place}`, async () => {
      const { body } = await seal(await choose(), { paymentMethod: "pm_card_chargeDeclined" });
      const refused = await api.post("/payments/gateway_one/create", { body });
      assertError(refused, { status: 402, code: "payment_declined" });
      const { linked: _, ...rest } = await readRest("receipt_id", body.receiptId, null);
      assert.deepEqual(rest, { status: "void", place, bytes: 0, ...gone });
    });
  }

  test("with its cardholder, whether it waited or not", async () => {
    const hashedPan = randomHashedPan();
    const waited = await pay(hashedPan);
    const holder = await registerCardholder(api, hashedPan);
    const direct = await pay(hashedPan);
    for (const { paymentId } of [waited, direct]) {
      const tokenId = await grant(api, holder, { paymentId });
      const { privateKey } = holder;
      const body = { paymentId, tokenId, privateKey };
      assert.equal((await api.post("/payments/decrypt", { body })).status, 200);
    }
    await requestErasure(service, holder.userId, api.key);
    for (const [{ paymentId, cardIndex }, place] of [
      [waited, "till_for_escrow"],
      [direct, "till"],
    ] as const) {
      const { bytes: _, ...rest } = await readRest("id", paymentId, cardIndex);
      assert.deepEqual(rest, { status: "erased", place, linked: false, ...gone });
    }
  });

  test("at the end of escrow", async () => {
    const { paymentId, cardIndex } = await pay(randomHashedPan());
    await pool().query("UPDATE payment SET escrowed_at = '2020-01-01' WHERE id = $1", [paymentId]);
    await endOverdueEscrow();
    const { bytes: _, ...rest } = await readRest("id", paymentId, cardIndex);
    const place = "till_for_escrow";
    assert.deepEqual(rest, { status: "expired", place, linked: false, ...gone });
  });
});
