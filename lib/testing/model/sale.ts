import assert from "node:assert/strict";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";
import { cancelPayment } from "#lib/payments/cancel.ts";
import { requestSchemaFor } from "#lib/payments/contract-order.ts";
import { createPayment } from "#lib/payments/create.ts";
import { findPayments } from "#lib/payments/find.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { refundPayment } from "#lib/payments/refund.ts";
import { creditNoteFields } from "#lib/receipts/contract.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import { attempt } from "./attempt.ts";
import { type Book, countSentCharges, readBooks, takenFor } from "./books.ts";
import { ageRefunds, endClaims, passTime, type SaleKey } from "./clock.ts";
import { dieBeforeCancel, dieBeforeCharge } from "./deaths.ts";
import { disturb } from "./disturb.ts";
import { Mailbox } from "./mailbox.ts";
import type { ModelShop } from "./providers.ts";

export const PART = 300;
const PAUSES_SECONDS = [3, 20, 130] as const;
/** Providers' clocks do not follow, and adapters allow for ten minutes of difference. */
export const MAX_AGE_SECONDS = 9 * 60;

/** A sale, and what tills, customers, providers, and processes may do to it. */
export class ModelSale {
  readonly shop: ModelShop;
  readonly #random: ReturnType<typeof xoroshiro128plus>;
  readonly #order: Record<string, unknown>;
  /** Payments of which a cancellation was asked for, answered or not: nothing of them is kept at rest. */
  readonly canceled = new Set<string>();
  /** How often a charge of them was sent by the end of the round in which that was asked for. */
  readonly sentCharges = new Map<string, number>();
  readonly mailbox: Mailbox;
  /** Differs from sale to sale: Square's payments are looked up by their total. */
  readonly #amount: number;
  #refunds = 0;
  #lastRefund: Parameters<typeof refundPayment>[0] | undefined;
  #isLagging = false;
  wasReversed = false;
  #ageSeconds = 0;

  constructor(shop: ModelShop, seed: number) {
    this.shop = shop;
    this.mailbox = new Mailbox(shop);
    // Seeds follow one another, and those that differ by little would all begin with the same draws.
    this.#random = xoroshiro128plus(Math.imul(seed, 0x9e3779b1));
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
    () => this.create(this.choose(this.shop.provider.cards)),
    () => this.create(this.choose(this.shop.provider.cards)),
    () => this.create(this.shop.provider.declinedCard),
    () => this.dieBeforeCharge(),
    () => this.cancel(),
    () => this.cancel(),
    () => this.dieBeforeCancel(),
    () => this.refund({ amount: PART }),
    () => this.refund({}),
    () => this.repeatRefund(),
    () => this.#refundAtProvider(),
    () => this.#reverseRefund(),
    () => this.runJob(),
    () => this.pass(this.choose(PAUSES_SECONDS)),
    () => this.passHour(),
    () => this.endClaims(),
    () => this.#notify(),
    () => this.#notify(),
    async () => this.disturb(),
    async () => this.disturb(),
    async () => this.shop.provider.standIn?.deliverLate(),
    async () => this.letListsLag(this.draw(2) === 0),
  ];

  disturb(): void {
    disturb(this.shop.provider, this);
  }

  /** What is new is in no list for longer than the provider says. */
  letListsLag(lags: boolean): void {
    this.#isLagging = lags;
    this.shop.provider.hideFromLists(lags);
  }

  async create(card: Record<string, string>): Promise<void> {
    const { tenant, provider } = this.shop;
    const { gateway } = provider;
    const request = requestSchemaFor({ gateway }).parse(this.#body(card));
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

  #body(card: Record<string, string>): object {
    return { ...this.#order, ...card };
  }

  async dieBeforeCharge(card = this.choose(this.shop.provider.cards)): Promise<void> {
    await dieBeforeCharge(this.shop, this.#body(card));
    await this.endClaims();
  }

  async dieBeforeCancel(): Promise<void> {
    const latest = await this.#findLatest();
    if (!latest) return;
    this.canceled.add(latest.paymentId);
    await dieBeforeCancel(this.shop, latest.paymentId);
  }

  async cancel(): Promise<void> {
    const { tenant: caller, provider } = this.shop;
    const { gateway } = provider;
    const latest = await this.#findLatest();
    if (!latest) return;
    const { paymentId } = latest;
    this.canceled.add(paymentId);
    const answer = await attempt(
      () => cancelPayment({ caller: keyCallerOf(caller), gateway, paymentId }),
      ["service_unavailable"],
    );
    // A charge that no list shows is taken for none, and a refund that was taken back for made; the
    // provider's notification tells of them.
    if (!answer || this.#isLagging || this.wasReversed) return;
    const taken = takenFor(provider, { paymentId, amount: this.#amount });
    assert.equal(taken ?? 0, 0, `${answer.outcome}, and paid`);
  }

  /** Between rounds, when nothing is under way that began before a cancellation. */
  async countCharges(): Promise<void> {
    const isNew = [...this.canceled].some((paymentId) => !this.sentCharges.has(paymentId));
    if (!isNew) return;
    for (const book of await this.readBooks()) {
      const { paymentId } = book;
      if (!this.canceled.has(paymentId) || this.sentCharges.has(paymentId)) continue;
      this.sentCharges.set(paymentId, countSentCharges(this.shop.provider, book));
    }
  }

  async refund(fields: { amount?: number }): Promise<void> {
    const { tenant: caller, provider } = this.shop;
    const latest = await this.#findLatest();
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
    const path = {
      caller: keyCallerOf(caller),
      gateway: provider.gateway,
      paymentId: latest.paymentId,
    };
    this.#lastRefund = { ...path, request, merchantSignature: undefined };
    await this.repeatRefund();
  }

  /** As a till does that got no answer, or that does not know of it. */
  async repeatRefund(): Promise<void> {
    const refund = this.#lastRefund;
    if (refund) await attempt(() => refundPayment(refund));
  }

  async #refundAtProvider(): Promise<void> {
    const latest = await this.#findLatest();
    if (latest) this.shop.provider.standIn?.refundAtProvider(latest.paymentId, PART);
  }

  /** Of a sale that is not to be canceled: nobody could help it if that refund failed for good. */
  async #reverseRefund(): Promise<void> {
    const latest = await this.#findLatest();
    if (latest?.veroMetadata.paymentStatus !== "succeeded" || this.canceled.size > 0) return;
    this.wasReversed = true;
    this.shop.provider.standIn?.reverseRefund(latest.paymentId);
  }

  async runJob(): Promise<void> {
    await finishPendingPayments();
  }

  async #notify(): Promise<void> {
    const events = this.mailbox.list();
    if (events.length > 0) await this.deliver(this.choose(events));
  }

  async deliver(event: ProviderEvent): Promise<void> {
    await attempt(() => this.mailbox.deliver(event), ["service_unavailable"]);
  }

  async passHour(): Promise<void> {
    this.passHourAtProvider();
    await ageRefunds(this.key());
  }

  /** For refunds: what was asked for has arrived by then, and what the provider failed at is decided. */
  passHourAtProvider(): void {
    const { standIn, chargePath, tidyUp } = this.shop.provider;
    standIn?.deliverLate(({ path }) => path !== chargePath);
    tidyUp(this.draw(2) === 0);
  }

  async pass(seconds: number): Promise<void> {
    const pause = Math.min(seconds, MAX_AGE_SECONDS - this.#ageSeconds);
    this.#ageSeconds += pause;
    await passTime(this.key(), pause);
  }

  async #findLatest() {
    const { tenant: caller, receiptId } = this.key();
    const { payments } = await findPayments({ caller, query: { limit: 20, receiptId } });
    return payments[0];
  }

  async readBooks(): Promise<Book[]> {
    return await readBooks(this.key(), this.shop.cardholder.userId);
  }

  async endClaims(): Promise<void> {
    await endClaims(this.key());
  }

  key(): SaleKey {
    return { tenant: this.shop.tenant, receiptId: String(this.#order.receiptId) };
  }
}
