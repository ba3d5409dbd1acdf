import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import {
  type PaymentStatus,
  paymentStatuses,
  type ReceiptStatus,
  receiptStatuses,
  refundStatuses,
} from "#lib/core/vocabulary.ts";
import { updateToBroken, updateToDelivered, updateToExpired } from "#lib/escrow/store.ts";
import { selectPayment } from "#lib/payments/store/payment.ts";
import { insertRefund, refundWithoutReceipt, updateRefund } from "#lib/payments/store/refund.ts";
import { type PaymentResult, updateResult } from "#lib/payments/store/result.ts";
import { unlinkPayments } from "#lib/payments/store/unlink.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { transitions } from "./transition.ts";

setUpTestService();

const tenant = { organizationId: "org_bench", environment: "development" } as const;

/** A payment in that status, as no code of the service would put it there. */
async function fill(status: PaymentStatus, receiptStatus: ReceiptStatus = "sealed") {
  const tables = ["payment", "payment_event", "pending_payment", "event_outbox"];
  await pool().query(tables.map((table) => `DELETE FROM ${table}`).join("; "));
  await fillPayments({ count: 1 });
  const { rows } = await pool().query(
    `UPDATE payment SET status = $1, receipt_status = $2, order_id = NULL,
                        escrowed_at = now() - interval '1 year'
     RETURNING id`,
    [status, receiptStatus],
  );
  return (await selectPayment(tenant, rows[0].id)) ?? assert.fail();
}

const readStatuses = async (id: string) => {
  const { rows } = await pool().query(
    "SELECT status, receipt_status AS receipt FROM payment WHERE id = $1",
    [id],
  );
  return rows[0];
};

const readEvents = async () =>
  (await pool().query("SELECT kind, previous_status AS before FROM payment_event")).rows;

/** What will be told of them, with the state that it says. */
const readOutbox = async () => {
  const { rows } = await pool().query(
    `SELECT types, payment_id AS id, occurrence, status, receipt_status AS receipt,
            refunded_amount AS refunded
     FROM event_outbox ORDER BY sequence`,
  );
  return rows;
};

const results: PaymentResult[] = [
  ...(["requires_confirmation", "succeeded"] as const).map((status) => ({
    status,
    orderId: "order",
    clientSecret: new Uint8Array(1),
    providerReference: "reference",
    matchData: null,
  })),
  { status: "failed", declineCode: "declined", attempt: null },
  { status: "canceled" },
];

const tells = {
  requires_confirmation: ["payment.requires_confirmation"],
  succeeded: ["payment.succeeded", "receipt.delivered"],
  failed: ["payment.failed"],
  canceled: ["payment.canceled"],
};

describe("a payment", () => {
  for (const from of paymentStatuses) {
    for (const result of results) {
      const to = result.status;
      const isAllowed = transitions.payment[from].some((status) => status === to);
      test(`that is ${from} ${isAllowed ? "becomes" : "never becomes"} ${to}`, async () => {
        const payment = await fill(from);
        assert.equal(await updateResult(payment, result), isAllowed);
        const isVoid = isAllowed && (to === "failed" || to === "canceled");
        const receipt = isVoid ? "void" : "sealed";
        assert.deepEqual(await readStatuses(payment.id), {
          status: isAllowed ? to : from,
          receipt,
        });
        // The first result is told by the row itself.
        const isLater = isAllowed && from !== "pending";
        assert.deepEqual(await readEvents(), isLater ? [{ kind: to, before: from }] : []);
        const types = tells[to];
        const told = { types, id: payment.id, occurrence: "", status: to, receipt, refunded: 0 };
        assert.deepEqual(await readOutbox(), isAllowed ? [told] : []);
      });
    }
  }
});

describe("a refund", () => {
  for (const from of refundStatuses) {
    for (const to of ["succeeded", "failed"] as const) {
      const isAllowed = transitions.refund[from].some((status) => status === to);
      test(`that is ${from} ${isAllowed ? "becomes" : "never becomes"} ${to}`, async () => {
        const sale = await fill("succeeded");
        const fields = {
          id: "ref_1",
          createdAt: new Date(),
          amount: 1,
          refundOrigin: "api",
        } as const;
        const isChanged = await inTransaction(async (transaction) => {
          const refund = await insertRefund(transaction, refundWithoutReceipt(sale, fields));
          await transaction.query("UPDATE payment SET status = $1 WHERE id = 'ref_1'", [from]);
          const nothing = { providerReference: null, declineCode: null, matchData: null };
          const result = { status: to, ...nothing };
          return await updateRefund(transaction, refund, result, { reverses: true });
        });
        assert.equal(isChanged, isAllowed);
        assert.equal((await readStatuses("ref_1")).status, isAllowed ? to : from);
        const kind = to === "succeeded" ? "refunded" : "refund_failed";
        assert.deepEqual(await readEvents(), isAllowed ? [{ kind, before: null }] : []);
        const told = {
          types: [`refund.${to}`],
          id: "ref_1",
          // When it ended before; it has not, as far as its row says.
          occurrence: "",
          status: to,
          receipt: "void",
          refunded: to === "succeeded" ? 1 : 0,
        };
        assert.deepEqual(await readOutbox(), isAllowed ? [told] : []);
      });
    }
  }
});

describe("a receipt", () => {
  type Payment = Awaited<ReturnType<typeof fill>>;
  type Change = (transaction: Transaction, payment: Payment) => Promise<unknown>;

  const deliver: Change = (transaction, { id: paymentId }) =>
    updateToDelivered(
      transaction,
      "development",
      { cardholderId: "usr_1", keyId: "key", by: "card" },
      [{ paymentId, encryptedKey: new Uint8Array(1), ephemeralKey: null, otherRecipients: null }],
    );
  const expire: Change = (transaction) => {
    const start = { environment: "production", cardIndex: new Uint8Array() } as const;
    const after = { ...start, escrowedAt: new Date(0), paymentId: "" };
    return updateToExpired(transaction, { time: new Date(), after, rows: 10 });
  };
  const end: Change = async (transaction, { id: paymentId }) => {
    const { rows } = await transaction.query<{ encryptedKey: Uint8Array }>(
      `UPDATE payment SET sealing_place = 'till_for_escrow' WHERE id = $1
       RETURNING encrypted_key AS "encryptedKey"`,
      [paymentId],
    );
    await updateToBroken(
      transaction,
      rows.map((row) => ({ paymentId, ...row })),
    );
  };
  const unlink: Change = (transaction, { id }) =>
    unlinkPayments(transaction, {
      environment: "development",
      condition: "id = ANY ($2)",
      value: [id],
    });

  const ways: [
    name: string,
    Change,
    { [From in ReceiptStatus]?: [ReceiptStatus, event?: string] },
  ][] = [
    ["delivery", deliver, { escrowed: ["sealed", "handed_over"] }],
    ["the end of escrow", expire, { escrowed: ["expired", "expired"] }],
    ["a wrap that does not open", end, { escrowed: ["expired", "expired"] }],
    ["an erasure", unlink, { sealed: ["erased", "erased"], escrowed: ["expired"] }],
  ];
  for (const [name, change, moves] of ways) {
    for (const from of receiptStatuses) {
      const [to, kind] = moves[from] ?? [from];
      test(`that is ${from} is ${to} after ${name}`, async () => {
        const payment = await fill("succeeded", from);
        await inTransaction((transaction) => change(transaction, payment));
        assert.equal((await readStatuses(payment.id)).receipt, to);
        assert.deepEqual(await readEvents(), kind ? [{ kind, before: null }] : []);
        const types = (await readOutbox()).map((row) => row.types);
        assert.deepEqual(types, kind === "handed_over" ? [["receipt.delivered"]] : []);
      });
    }
  }
});

test("nothing else writes a status, an event of a payment, or the outbox", () => {
  const root = `${import.meta.dirname}/../..`;
  const sources = globSync("{lib,app,scripts}/**/*.{ts,tsx,mjs}", { cwd: root })
    .filter(
      (file) =>
        !/\.test\.ts$|\/(testing|generated)\/|^lib\/transitions\/|^lib\/events\/outbox/.test(file),
    )
    .map((file) => [file, readFileSync(`${root}/${file}`, "utf8")] as const);
  assert.ok(sources.length > 500);

  const writesEvent =
    /INSERT INTO "?(payment_event|event_outbox)|(paymentEvent|eventOutbox)\.(create|update|upsert)/;
  const inSet = (text: string) =>
    [...text.matchAll(/UPDATE "?payment"?\s+(?:p\s+)?SET\b([^;`]*?)\b(?:WHERE|FROM)\b/g)].some(
      ([, columns = ""]) => /(^|[\s,])(receipt_)?status\s*=/.test(columns),
    );
  const found = sources.filter(
    ([, text]) => writesEvent.test(text) || inSet(text) || /payment\.update(Many)?\(/.test(text),
  );
  assert.deepEqual(
    found.map(([file]) => file),
    [],
  );
});
