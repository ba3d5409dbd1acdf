import assert from "node:assert/strict";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { AppError, type ErrorCode } from "#lib/core/errors.ts";
import { forgetConnection } from "#lib/gateways/open-connection.ts";
import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";
import { cancelPayment } from "#lib/payments/cancel.ts";
import { createPayment } from "#lib/payments/create.ts";
import { findPayments } from "#lib/payments/find.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { requestSchemaFor } from "#lib/payments/order.ts";
import { refundPayment } from "#lib/payments/refund.ts";
import { creditNoteFields } from "#lib/receipts/contract.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import {
  type Book,
  compareBook,
  countSentCharges,
  keptOf,
  nameCharged,
  readBooks,
  takenFor,
} from "./books.ts";
import { ageRefunds, endClaims, makeDue, passTime, type SaleKey } from "./clock.ts";
import { dieBeforeCancel, dieBeforeCharge } from "./deaths.ts";
import { Mailbox } from "./mailbox.ts";
import type { ModelShop } from "./providers.ts";

const PART = 300;
const HOUR_SECONDS = 60 * 60;
const disturbances = [
  "cut",
  "half",
  "html",
  "lost",
  "late",
  "late",
  "stuck",
  "error",
  "rate_limited",
] as const;
const PAUSES_SECONDS = [3, 20, 130] as const;
/** Providers' clocks do not follow, and adapters allow for ten minutes of difference. */
const MAX_AGE_SECONDS = 9 * 60;
/** A refund that has to be looked at again, and what its end has as a consequence. */
const MAX_ROUNDS = 10;

/**
 * One sale, and everything that tills, customers, providers, and processes do to it at random, some of it
 * at the same time; then all comes to rest, and the books are compared. The same seed makes the same
 * choices.
 */
export async function play(shop: ModelShop, seed: number): Promise<void> {
  // What an earlier sale has left behind would be looked through again and again.
  shop.provider.standIn?.reset();
  const sale = new ModelSale(shop, seed);
  await sale.begin(seed);
  const rounds = 3 + sale.draw(6);
  for (let round = 0; round < rounds; round += 1) {
    // Nobody is busy between rounds: who has a claim has died, and nobody waits for the end of it.
    await sale.endClaims();
    const moves = Array.from({ length: 1 + sale.draw(3) }, () => sale.choose(sale.moves));
    await Promise.all(moves.map((move) => move()));
    await sale.countCharges();
  }
  await sale.comeToRest();
  await sale.compareBooks();
}

class ModelSale {
  readonly #shop: ModelShop;
  readonly #random: ReturnType<typeof xoroshiro128plus>;
  readonly #order: Record<string, unknown>;
  /** Payments of which a cancellation was asked for, answered or not: nothing of them is kept at rest. */
  readonly #canceled = new Set<string>();
  /** How often a charge of them was sent by the end of the round in which that was asked for. */
  readonly #sentCharges = new Map<string, number>();
  readonly #mailbox: Mailbox;
  /** Differs from sale to sale: Square's payments are looked up by their total. */
  readonly #amount: number;
  #refunds = 0;
  #lastRefund: Parameters<typeof refundPayment>[0] | undefined;
  #isLagging = false;
  #wasReversed = false;
  #ageSeconds = 0;

  constructor(shop: ModelShop, seed: number) {
    this.#shop = shop;
    this.#mailbox = new Mailbox(shop);
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
    () => this.#create(this.choose(this.#shop.provider.cards)),
    () => this.#create(this.choose(this.#shop.provider.cards)),
    () => this.#create(this.#shop.provider.declinedCard),
    () => this.#dieBeforeCharge(),
    () => this.#cancel(),
    () => this.#cancel(),
    () => this.#dieBeforeCancel(),
    () => this.#refund({ amount: PART }),
    () => this.#refund({}),
    () => this.#repeatRefund(),
    () => this.#refundAtProvider(),
    () => this.#reverseRefund(),
    () => this.#runJob(),
    () => this.#pass(this.choose(PAUSES_SECONDS)),
    () => this.#passHour(),
    () => this.endClaims(),
    () => this.#notify(),
    () => this.#notify(),
    () => this.#disturb(),
    () => this.#disturb(),
    async () => this.#shop.provider.standIn?.deliverLate(),
    async () => this.#letListsLag(this.draw(2) === 0),
  ];

  /** The next calls that move money go wrong, or the next ones at all. */
  async #disturb(): Promise<void> {
    const { standIn, chargePath, refundPath } = this.#shop.provider;
    const path = this.choose(["anywhere", chargePath, chargePath, refundPath, refundPath]);
    const how = this.choose(disturbances);
    // What does not move money does nothing when it comes late.
    const isAnywhere = path === "anywhere" && how !== "late";
    const where = isAnywhere ? {} : { method: "POST", path: isAnywhere ? "" : path };
    const times = 1 + this.draw(2);
    standIn?.misbehave(how, { ...where, times });
  }

  /** What is new is in no list for longer than the provider says. */
  #letListsLag(lags: boolean): void {
    this.#isLagging = lags;
    this.#shop.provider.hideFromLists(lags);
  }

  /**
   * Nothing can happen to a sale before its first payment, disturbed or not. The openings take turns, so
   * that a few runs in a row have all of them.
   */
  async begin(seed: number): Promise<void> {
    this.#letListsLag(this.draw(4) === 0);
    const opening = this.#openings[seed % this.#openings.length] ?? assert.fail("no opening");
    await opening();
    await this.countCharges();
  }

  readonly #openings: (() => Promise<void>)[] = [
    () => this.#create(this.choose(this.#shop.provider.cards)),
    () => this.#beginCanceledOnItsWay(),
    () => this.#beginCanceledByTheDead(),
    () => this.#beginWithFailingCancel(),
    () => this.#beginWithRefundOnItsWay(),
    () => this.#beginDisturbed(),
    () => this.#create(this.choose(this.#shop.provider.cards)),
  ];

  /** The till cancels what is still on its way. */
  async #beginCanceledOnItsWay(): Promise<void> {
    const { standIn, chargePath: path, cards } = this.#shop.provider;
    this.#letListsLag(this.draw(4) > 0);
    standIn?.misbehave("late", { method: "POST", path });
    await this.#create(this.choose(cards));
    await this.#cancel();
  }

  /** One process died before the charge, another once the cancellation was kept; the job finds both. */
  async #beginCanceledByTheDead(): Promise<void> {
    const [payingCard] = this.#shop.provider.cards;
    await this.#dieBeforeCharge(payingCard);
    await this.#dieBeforeCancel();
    await this.countCharges();
    await this.#runJob();
  }

  async #beginWithFailingCancel(): Promise<void> {
    const { standIn, cards } = this.#shop.provider;
    await this.#create(this.choose(cards));
    standIn?.misbehave("error", { times: 2 });
    await this.#cancel();
  }

  /** The till asks again for a refund that is still on its way. */
  async #beginWithRefundOnItsWay(): Promise<void> {
    const { standIn, refundPath: path, cards } = this.#shop.provider;
    await this.#create(this.choose(cards));
    standIn?.misbehave("late", { method: "POST", path });
    await this.#refund({ amount: PART });
    await this.#repeatRefund();
  }

  async #beginDisturbed(): Promise<void> {
    await this.#disturb();
    await this.#create(this.choose(this.#shop.provider.cards));
  }

  async #create(card: Record<string, string>): Promise<void> {
    const { tenant, provider } = this.#shop;
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

  async #dieBeforeCharge(card = this.choose(this.#shop.provider.cards)): Promise<void> {
    await dieBeforeCharge(this.#shop, this.#body(card));
    await this.endClaims();
  }

  async #dieBeforeCancel(): Promise<void> {
    const latest = await this.#findLatest();
    if (!latest) return;
    this.#canceled.add(latest.paymentId);
    await dieBeforeCancel(this.#shop, latest.paymentId);
  }

  async #cancel(): Promise<void> {
    const { tenant: caller, provider } = this.#shop;
    const { gateway } = provider;
    const latest = await this.#findLatest();
    if (!latest) return;
    const { paymentId } = latest;
    this.#canceled.add(paymentId);
    const answer = await attempt(
      () => cancelPayment({ caller: keyCallerOf(caller), gateway, paymentId }),
      ["service_unavailable"],
    );
    // A charge that no list shows is taken for none, and a refund that was taken back for made; the
    // provider's notification tells of them.
    if (!answer || this.#isLagging || this.#wasReversed) return;
    const taken = takenFor(provider, { paymentId, amount: this.#amount });
    assert.equal(taken ?? 0, 0, `${answer.outcome}, and paid`);
  }

  /** Between rounds, when nothing is under way that began before a cancellation. */
  async countCharges(): Promise<void> {
    const isNew = [...this.#canceled].some((paymentId) => !this.#sentCharges.has(paymentId));
    if (!isNew) return;
    for (const book of await this.#readBooks()) {
      const { paymentId } = book;
      if (!this.#canceled.has(paymentId) || this.#sentCharges.has(paymentId)) continue;
      this.#sentCharges.set(paymentId, countSentCharges(this.#shop.provider, book));
    }
  }

  async #refund(fields: { amount?: number }): Promise<void> {
    const { tenant: caller, provider } = this.#shop;
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
    await this.#repeatRefund();
  }

  /** As a till does that got no answer, or that does not know of it. */
  async #repeatRefund(): Promise<void> {
    const refund = this.#lastRefund;
    if (refund) await attempt(() => refundPayment(refund));
  }

  async #refundAtProvider(): Promise<void> {
    const latest = await this.#findLatest();
    if (latest) this.#shop.provider.standIn?.refundAtProvider(latest.paymentId, PART);
  }

  /** Of a sale that is not to be canceled: nobody could help it if that refund failed for good. */
  async #reverseRefund(): Promise<void> {
    const latest = await this.#findLatest();
    if (latest?.veroMetadata.paymentStatus !== "succeeded" || this.#canceled.size > 0) return;
    this.#wasReversed = true;
    this.#shop.provider.standIn?.reverseRefund(latest.paymentId);
  }

  async #runJob(): Promise<void> {
    await finishPendingPayments();
  }

  async #notify(): Promise<void> {
    const events = this.#mailbox.list();
    if (events.length > 0) await this.#deliver(this.choose(events));
  }

  async #deliver(event: ProviderEvent): Promise<void> {
    await attempt(() => this.#mailbox.deliver(event), ["service_unavailable"]);
  }

  /** For refunds: what was asked for has arrived by then, and what the provider failed at is decided. */
  async #passHour(): Promise<void> {
    const { standIn, chargePath, tidyUp } = this.#shop.provider;
    standIn?.deliverLate(({ path }) => path !== chargePath);
    tidyUp(this.draw(2) === 0);
    await ageRefunds(this.#key(), HOUR_SECONDS);
  }

  async #pass(seconds: number): Promise<void> {
    const pause = Math.min(seconds, MAX_AGE_SECONDS - this.#ageSeconds);
    this.#ageSeconds += pause;
    await passTime(this.#key(), pause);
  }

  /**
   * Providers and processes behave again, what was not notified of is, and all that is left to do is
   * done, without its pauses.
   */
  async comeToRest(): Promise<void> {
    const { tenant, provider } = this.#shop;
    await this.#pass(MAX_AGE_SECONDS);
    provider.standIn?.behave();
    // Settled by then, whatever the lists still hide.
    await this.#runJob();
    this.#letListsLag(false);
    // Its circuit closes with it, as after a restart.
    forgetConnection(tenant, provider.gateway);
    if (this.draw(2) === 0) provider.standIn?.deliverLate();
    await this.#finish();
    this.#deliverDayLate();
    await this.#finish();
  }

  /** From a process that stood still until the provider had forgotten the keys. */
  #deliverDayLate(): void {
    const { standIn, chargePath } = this.#shop.provider;
    standIn?.deliverLate(({ path }) => path !== chargePath);
    standIn?.forgetKeys();
    // A payment that was made by a repetition meanwhile would be made twice, and nobody could help it.
    standIn?.deliverLate((request) => {
      const paymentId = nameCharged(request);
      return paymentId !== undefined && standIn.countCharges(paymentId) === 0;
    });
  }

  async #finish(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      this.#shop.provider.standIn?.completeRefunds();
      const untaken = this.#mailbox.listUntaken();
      for (const event of untaken) await this.#deliver(event);
      await this.#passHour();
      const pending = await makeDue(this.#key());
      if (pending === 0 && untaken.length === 0) return;
      await this.#runJob();
    }
    assert.fail("it never came to rest");
  }

  async compareBooks(): Promise<void> {
    const { provider } = this.#shop;
    const books = await this.#readBooks();
    for (const book of books) {
      compareBook(provider, book, { wasReversed: this.#wasReversed });
      const { paymentId } = book;
      if (this.#canceled.has(paymentId))
        assert.equal(keptOf(book), 0, `paid, though canceled: ${JSON.stringify(book)}`);
      const sent = countSentCharges(provider, book);
      assert.equal(
        sent,
        this.#sentCharges.get(paymentId) ?? sent,
        "charged after its cancellation",
      );
    }
    assert.ok(books.filter(({ status }) => status === "succeeded").length <= 1, "paid twice");
  }

  async #findLatest() {
    const { tenant: caller, receiptId } = this.#key();
    const { payments } = await findPayments({ caller, query: { limit: 20, receiptId } });
    return payments[0];
  }

  async #readBooks(): Promise<Book[]> {
    return await readBooks(this.#key(), this.#shop.cardholder.userId);
  }

  async endClaims(): Promise<void> {
    await endClaims(this.#key());
  }

  #key(): SaleKey {
    return { tenant: this.#shop.tenant, receiptId: String(this.#order.receiptId) };
  }
}

/** Undefined for what the service may answer, all but its own failures unless told; the rest is a bug. */
async function attempt<T>(
  call: () => Promise<T>,
  expected?: readonly ErrorCode[],
): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const isAnswer = error instanceof AppError && error.code !== "internal_server_error";
    if (isAnswer && (expected?.includes(error.code) ?? true)) return undefined;
    throw error;
  }
}
