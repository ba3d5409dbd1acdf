import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import { updateToDelivered } from "#lib/escrow/store.ts";
import { updateMatch } from "#lib/payments/store/match.ts";
import { selectPayment, updateCancelRequested } from "#lib/payments/store/payment.ts";
import {
  insertRefund,
  refundWithoutReceipt,
  updateRefund,
  updateToChargedLate,
} from "#lib/payments/store/refund.ts";
import { updateResult } from "#lib/payments/store/result.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

setUpTestService();

const tenant = { organizationId: "org_bench", environment: "development" } as const;

/** A payment in that status, as no code of the service would put it there. */
async function fill(status: PaymentStatus, receiptStatus: ReceiptStatus = "sealed") {
  await pool().query("DELETE FROM payment; DELETE FROM event_outbox");
  await fillPayments({ count: 1 });
  const { rows } = await pool().query(
    "UPDATE payment SET status = $1, receipt_status = $2, order_id = NULL RETURNING id",
    [status, receiptStatus],
  );
  return (await selectPayment(tenant, rows[0].id)) ?? assert.fail();
}

const readOutbox = async () => {
  const { rows } = await pool().query(
    `SELECT types, payment_id AS id, occurrence, refunded_amount AS refunded
     FROM event_outbox ORDER BY sequence`,
  );
  return rows;
};

const names = {
  orderId: "order",
  clientSecret: new Uint8Array(1),
  providerReference: "reference",
  matchData: null,
};

describe("a refund", () => {
  test("that ends again and again is told each time, with what came back of its sale", async () => {
    const sale = await fill("succeeded");
    const ends = ["succeeded", "failed", "succeeded", "failed"] as const;
    for (const [index, ofOther] of [500, 1].entries()) {
      const id = `ref_${index}`;
      const fields = { id, createdAt: new Date(), amount: ofOther, refundOrigin: "api" } as const;
      await inTransaction((one) => insertRefund(one, refundWithoutReceipt(sale, fields)));
    }
    const settle = async (id: string, status: "succeeded" | "failed") => {
      const result = { status, providerReference: null, declineCode: null, matchData: null };
      const refund = { id, environment: sale.environment, refundOf: sale.id };
      await inTransaction((one) => updateRefund(one, refund, result, { reverses: true }));
    };
    await settle("ref_0", "succeeded");
    for (const end of ends) await settle("ref_1", end);

    const [first, ...others] = await readOutbox();
    assert.deepEqual([first.id, first.refunded], ["ref_0", 500]);
    assert.deepEqual(
      others.map(({ types: [type], refunded }) => [type, refunded]),
      ends.map((end) => [`refund.${end}`, end === "succeeded" ? 501 : 500]),
    );
    assert.equal(new Set(others.map(({ occurrence }) => occurrence)).size, ends.length);
  });

  test("delivers its credit note with it", async () => {
    const sale = await fill("succeeded");
    const fields = { id: "ref_1", createdAt: new Date(), amount: 1, refundOrigin: "api" } as const;
    const note = { ...refundWithoutReceipt(sale, fields), receiptStatus: "sealed" } as const;
    const nothing = { providerReference: null, declineCode: null, matchData: null };
    await inTransaction(async (transaction) => {
      const refund = await insertRefund(transaction, note);
      await updateRefund(transaction, refund, { status: "succeeded", ...nothing });
    });
    const [{ types }] = await readOutbox();
    assert.deepEqual(types, ["refund.succeeded", "receipt.delivered"]);
  });
});

test("a receipt of a payment that is not paid yet is not delivered when it is handed over", async () => {
  const { id: paymentId } = await fill("requires_confirmation", "escrowed");
  const to = { cardholderId: "usr_1", keyId: "key", by: "card" } as const;
  const wraps = { encryptedKey: new Uint8Array(1), ephemeralKey: null, otherRecipients: null };
  await inTransaction((transaction) =>
    updateToDelivered(transaction, "development", to, [{ paymentId, ...wraps }]),
  );
  assert.deepEqual(await readOutbox(), []);
});

describe("without a new status", () => {
  test("a charge after the end changes what is known for matching, or nothing that is told", async () => {
    const payment = await fill("canceled", "void");
    await inTransaction((one) => updateToChargedLate(one, payment, names));
    assert.deepEqual(await readOutbox(), []);
    const matchData = new Uint8Array(1);
    await inTransaction((one) => updateToChargedLate(one, payment, { ...names, matchData }));
    assert.deepEqual(
      (await readOutbox()).map(({ types }) => types),
      [["payment.updated"]],
    );
  });

  const matched: [PaymentStatus, ReceiptStatus, refundOf: string | null, types: string[]][] = [
    ["succeeded", "sealed", null, ["payment.updated", "receipt.updated"]],
    ["succeeded", "escrowed", null, ["payment.updated"]],
    ["requires_confirmation", "sealed", null, ["payment.updated"]],
    ["succeeded", "sealed", "pay_1", ["receipt.updated"]],
    ["succeeded", "void", "pay_1", []],
  ];
  for (const [status, receiptStatus, refundOf, types] of matched) {
    const thing = refundOf === null ? "payment" : "refund";
    test(`a match of a ${thing} that is ${status} and ${receiptStatus}`, async () => {
      const { environment, id } = await fill(status, receiptStatus);
      await pool().query("UPDATE payment SET refund_of = $1", [refundOf]);
      const first = new Uint8Array([1]);
      assert.ok(await updateMatch({ environment, id, matchData: null }, first));
      // It is no longer what was read.
      assert.ok(!(await updateMatch({ environment, id, matchData: null }, first)));
      assert.ok(await updateMatch({ environment, id, matchData: first }, new Uint8Array([2])));
      const rows = await readOutbox();
      assert.deepEqual(
        rows.map((row) => row.types),
        types.length === 0 ? [] : [types, types],
      );
      assert.equal(new Set(rows.map(({ occurrence }) => occurrence)).size, rows.length);
    });
  }

  test("the request to cancel is not told", async () => {
    const payment = await fill("succeeded");
    const act = {
      ...tenant,
      actor: { kind: "visit" },
      action: "payment.cancel_requested",
    } as const;
    await updateCancelRequested(payment, act);
    assert.deepEqual(await readOutbox(), []);
  });
});

test("what a visit of the demo does is not told", async () => {
  const { id } = await fill("pending");
  await pool().query("UPDATE payment SET environment = 'demo'");
  const payment = (await selectPayment({ ...tenant, environment: "demo" }, id)) ?? assert.fail();
  const statuses = ["requires_confirmation", "succeeded"] as const;
  for (const status of statuses) assert.ok(await updateResult(payment, { ...names, status }));
  assert.deepEqual(await readOutbox(), []);
});
