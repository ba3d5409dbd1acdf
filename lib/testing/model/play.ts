import assert from "node:assert/strict";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { forgetConnection } from "#lib/gateways/open-connection.ts";
import { cancelPayment } from "#lib/payments/cancel.ts";
import { createPayment } from "#lib/payments/create.ts";
import { findPayments } from "#lib/payments/find.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { requestSchemaFor } from "#lib/payments/order.ts";
import { refundPayment } from "#lib/payments/refund.ts";
import { creditNoteFields } from "#lib/receipts/contract.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, type TestCardholder } from "#lib/testing/api-client.ts";
import type { ModelProvider } from "./providers.ts";

/** A merchant, one of whose sales is played with, and the cardholder who pays. */
export type ModelShop = { tenant: Tenant; provider: ModelProvider; cardholder: TestCardholder };

const PART = 300;
const disturbances = ["cut", "half", "html", "lost", "error", "rate_limited"] as const;
const PAUSES_SECONDS = [3, 20, 100] as const;
/** Providers' clocks do not follow, and adapters allow for ten minutes of difference. */
const MAX_AGE_SECONDS = 9 * 60;

/** Runs of each provider; each has its own seed. */
export const modelRuns = process.env.LONG_TESTS ? 1000 : 60;

/** Of the one run that is to happen again: MODEL_SEED=17. */
export const modelSeed = process.env.MODEL_SEED;

/**
 * One sale, and everything that tills, customers, providers, and processes do to it at random, some of it
 * at the same time; then all comes to rest, and the books are compared. The same seed makes the same
 * choices.
 */
export async function play(shop: ModelShop, seed: number): Promise<void> {
  const sale = new ModelSale(shop, seed);
  const rounds = 3 + sale.draw(6);
  for (let round = 0; round < rounds; round += 1) {
    const moves = Array.from({ length: 1 + sale.draw(3) }, () => sale.choose(sale.moves));
    await Promise.all(moves.map((move) => move()));
  }
  await sale.comeToRest();
  await sale.compareBooks();
}

class ModelSale {
  readonly #shop: ModelShop;
  readonly #random: ReturnType<typeof xoroshiro128plus>;
  readonly #order: Record<string, unknown>;
  /** Payments of which a cancellation was answered: nobody may pay them from then on. */
  readonly #canceled = new Set<string>();
  /** Differs from sale to sale: Square's payments are looked up by their total. */
  readonly #amount: number;
  #refunds = 0;
  #ageSeconds = 0;

  constructor(shop: ModelShop, seed: number) {
    this.#shop = shop;
    this.#random = xoroshiro128plus(seed);
    this.#amount = 1000 + (seed % 100_000);
    const { hashedPan } = shop.cardholder;
    this.#order = { ...paymentBody({ amount: this.#amount, recipientHashedPan: hashedPan }) };
  }

  draw(count: number): number {
    return Math.floor(uniformFloat64(this.#random) * count);
  }

  choose<T>(list: readonly T[]): T {
    return list[this.draw(list.length)] ?? assert.fail("an empty list");
  }

  readonly moves: (() => Promise<void>)[] = [
    () => this.#create(this.choose(this.#shop.provider.cards)),
    () => this.#create(this.choose(this.#shop.provider.cards)),
    () => this.#create(this.#shop.provider.declinedCard),
    () => this.#cancel(),
    () => this.#refund({ amount: PART }),
    () => this.#refund({}),
    () => this.#runJob(),
    () => this.#pass(this.choose(PAUSES_SECONDS)),
    () => this.#die(),
    async () => this.#shop.provider.disturb(this.choose(disturbances)),
    async () => this.#shop.provider.disturb(this.choose(disturbances)),
  ];

  async #create(card: Record<string, string>): Promise<void> {
    const { tenant, provider } = this.#shop;
    const { gateway } = provider;
    const request = requestSchemaFor({ gateway }).parse({ ...this.#order, ...card });
    await attempt(() =>
      createPayment({
        caller: tenant,
        gateway,
        request,
        merchantSignature: undefined,
        idempotencyKey: undefined,
      }),
    );
  }

  async #cancel(): Promise<void> {
    const { tenant: caller, provider } = this.#shop;
    const [latest] = await this.#find();
    if (!latest) return;
    const { paymentId } = latest;
    const call = { caller, gateway: provider.gateway, paymentId };
    const answer = await attempt(() => cancelPayment(call));
    if (!answer) return;
    this.#canceled.add(paymentId);
    assert.equal(provider.takenFor(paymentId, this.#amount) ?? 0, 0, `${answer.outcome}, and paid`);
  }

  async #refund(fields: { amount?: number }): Promise<void> {
    const { tenant: caller, provider } = this.#shop;
    const [latest] = await this.#find();
    if (!latest) return;
    this.#refunds += 1;
    const note = creditNoteFields.parse({
      receiptId: `credit-${this.#refunds}`,
      transactionId: `return-${this.#refunds}`,
      transactionDate: "2026-11-22T10:00:00Z",
      merchantName: "Corner Bakery",
      ...fields,
    });
    const request = { ...note, refundReference: `${this.#order.receiptId}-${this.#refunds}` };
    const { paymentId } = latest;
    const call = {
      caller,
      gateway: provider.gateway,
      paymentId,
      request,
      merchantSignature: undefined,
    };
    await attempt(() => refundPayment(call));
  }

  async #runJob(): Promise<void> {
    await finishPendingPayments();
  }

  /** Whoever is busy with a payment is thought dead, though it may only have stood still: its claim is over. */
  async #die(): Promise<void> {
    await pool().query(
      `UPDATE payment SET claimed_until = now() - interval '1 second'
       WHERE organization_id = $1 AND status IN ('pending', 'requires_confirmation')`,
      [this.#shop.tenant.organizationId],
    );
  }

  /** As if that much time had passed for the payments of the shop. */
  async #pass(seconds: number): Promise<void> {
    const pause = Math.min(seconds, MAX_AGE_SECONDS - this.#ageSeconds);
    this.#ageSeconds += pause;
    await pool().query(
      `UPDATE payment
       SET created_at = created_at - make_interval(secs => $2),
           updated_at = updated_at - make_interval(secs => $2),
           claimed_until = claimed_until - make_interval(secs => $2),
           cancel_requested_at = cancel_requested_at - make_interval(secs => $2)
       WHERE organization_id = $1`,
      [this.#shop.tenant.organizationId, pause],
    );
  }

  /** Providers and processes behave again, and all that is left to do is done, without its pauses. */
  async comeToRest(): Promise<void> {
    await this.#pass(MAX_AGE_SECONDS);
    // Each call that goes wrong uses up one of the disturbances that are left, also of earlier sales.
    for (let round = 0; round < 100; round += 1) {
      // Its circuit closes with it, as after a restart.
      forgetConnection(this.#shop.tenant, this.#shop.provider.gateway);
      for (const { refundId } of (await this.#readBooks()).flatMap(({ refunds }) => refunds)) {
        this.#shop.provider.completeRefund({ refundId });
      }
      await this.#makeDue();
      await this.#runJob();
      if ((await this.#countPending()) === 0) return;
    }
    assert.fail("it never came to rest");
  }

  async #makeDue(): Promise<void> {
    await pool().query(
      `WITH due AS (
         UPDATE payment SET claimed_until = NULL, updated_at = now() - interval '3 minutes'
         WHERE organization_id = $1 AND id IN (SELECT payment_id FROM pending_payment)
         RETURNING id
       )
       UPDATE pending_payment q SET next_check_at = now() - interval '1 second' FROM due
       WHERE q.payment_id = due.id AND q.next_check_at IS NOT NULL`,
      [this.#shop.tenant.organizationId],
    );
  }

  async #countPending(): Promise<number> {
    const { rows } = await pool().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pending_payment q JOIN payment p ON p.id = q.payment_id
       WHERE p.organization_id = $1`,
      [this.#shop.tenant.organizationId],
    );
    return rows[0]?.count ?? 0;
  }

  async compareBooks(): Promise<void> {
    const { provider, cardholder } = this.#shop;
    const books = await this.#readBooks();
    const delivered = await readDelivered(cardholder.userId);
    for (const { paymentId, status, refundedAmount, receiptStatus, refunds } of books) {
      const isPaid = status === "succeeded";
      assert.ok(isPaid || status === "failed" || status === "canceled", status);
      const back = refunds.filter((refund) => refund.status === "succeeded");
      assert.equal(sum(back.map(({ amount }) => amount)), refundedAmount, "the sum of refunds");

      const kept = isPaid ? this.#amount - refundedAmount : 0;
      assert.equal(provider.takenFor(paymentId, this.#amount) ?? kept, kept, `taken for ${status}`);
      assert.ok(kept >= 0);
      if (this.#canceled.has(paymentId)) assert.equal(kept, 0, "paid after its cancellation");

      assert.equal(receiptStatus, isPaid ? "sealed" : "void");
      assert.equal(delivered.has(paymentId), isPaid, "the receipt");
      for (const refund of refunds) {
        assert.notEqual(refund.status, "pending");
        const hasNote = refund.status === "succeeded" && refund.origin === "api";
        assert.equal(delivered.has(refund.refundId), hasNote, "the credit note");
      }
    }
    assert.ok(books.filter(({ status }) => status === "succeeded").length <= 1, "paid twice");
  }

  async #find() {
    const { receiptId } = this.#order;
    const query = { limit: 20, receiptId: String(receiptId) };
    return (await findPayments({ caller: this.#shop.tenant, query })).payments;
  }

  async #readBooks(): Promise<Book[]> {
    const { rows } = await pool().query<Book>(
      `SELECT p.id AS "paymentId", p.status, p.refunded_amount AS "refundedAmount",
              p.receipt_status AS "receiptStatus",
              coalesce((SELECT json_agg(json_build_object(
                          'refundId', r.id, 'status', r.status, 'amount', r.amount,
                          'origin', r.refund_origin))
                        FROM payment r WHERE r.refund_of = p.id), '[]') AS refunds
       FROM payment p WHERE p.organization_id = $1 AND p.receipt_id = $2 AND p.refund_of IS NULL`,
      [this.#shop.tenant.organizationId, this.#order.receiptId],
    );
    return rows;
  }
}

type Book = {
  paymentId: string;
  status: string;
  refundedAmount: number;
  receiptStatus: string;
  refunds: { refundId: string; status: string; amount: number; origin: string }[];
};

/** What the service answers is no surprise; anything else that is thrown is a bug. */
async function attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal_server_error") return undefined;
    throw error;
  }
}

/** The ids of all receipts that the cardholder's list can show. */
async function readDelivered(cardholderId: string): Promise<Set<string>> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM payment
     WHERE cardholder_id = $1 AND status = 'succeeded' AND receipt_status = 'sealed'`,
    [cardholderId],
  );
  return new Set(rows.map(({ id }) => id));
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
