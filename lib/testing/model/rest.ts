import assert from "node:assert/strict";
import { forgetConnection } from "#lib/gateways/open-connection.ts";
import { compareBook, countSentCharges, keptOf, nameCharged } from "./books.ts";
import { makeDue } from "./clock.ts";
import { MAX_AGE_SECONDS, type ModelSale } from "./sale.ts";

/** A refund that has to be looked at again, and what its end has as a consequence. */
const MAX_ROUNDS = 10;

/**
 * Providers and processes behave again, what was not notified of is, and all that is left to do is
 * done, without its pauses.
 */
export async function comeToRest(sale: ModelSale): Promise<void> {
  const { tenant, provider } = sale.shop;
  await sale.pass(MAX_AGE_SECONDS);
  provider.standIn?.behave();
  // Settled by then, whatever the lists still hide.
  await sale.runJob();
  sale.letListsLag(false);
  // Its circuit closes with it, as after a restart.
  forgetConnection(tenant, provider.gateway);
  if (sale.draw(2) === 0) provider.standIn?.deliverLate();
  await finish(sale);
  deliverDayLate(sale);
  await finish(sale);
}

/** From a process that stood still until the provider had forgotten the keys. */
function deliverDayLate(sale: ModelSale): void {
  const { standIn, chargePath } = sale.shop.provider;
  standIn?.deliverLate(({ path }) => path !== chargePath);
  standIn?.forgetKeys();
  // A payment that was made by a repetition meanwhile would be made twice, and nobody could help it.
  standIn?.deliverLate((request) => {
    const paymentId = nameCharged(request);
    return paymentId !== undefined && standIn.countCharges(paymentId) === 0;
  });
}

async function finish(sale: ModelSale): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    sale.shop.provider.standIn?.completeRefunds();
    const untaken = sale.mailbox.listUntaken();
    for (const event of untaken) await sale.deliver(event);
    sale.passHourAtProvider();
    const pending = await makeDue(sale.key());
    if (pending === 0 && untaken.length === 0) return;
    await sale.runJob();
  }
  assert.fail("it never came to rest");
}

export async function compareBooks(sale: ModelSale): Promise<void> {
  const { provider } = sale.shop;
  const books = await sale.readBooks();
  for (const book of books) {
    compareBook(provider, book, { wasReversed: sale.wasReversed });
    const { paymentId } = book;
    if (sale.canceled.has(paymentId))
      assert.equal(keptOf(book), 0, `paid, though canceled: ${JSON.stringify(book)}`);
    const sent = countSentCharges(provider, book);
    assert.equal(sent, sale.sentCharges.get(paymentId) ?? sent, "charged after its cancellation");
  }
  assert.ok(books.filter(({ status }) => status === "succeeded").length <= 1, "paid twice");
}
