import assert from "node:assert/strict";
import { type ModelSale, PART } from "./sale.ts";

/**
 * Nothing can happen to a sale before its first payment, disturbed or not. The openings take turns, so
 * that a few runs in a row have all of them.
 */
export async function begin(sale: ModelSale, seed: number): Promise<void> {
  sale.letListsLag(sale.draw(4) === 0);
  const opening = openings[seed % openings.length] ?? assert.fail("no opening");
  await opening(sale);
  await sale.countCharges();
}

const openings: ((sale: ModelSale) => Promise<void>)[] = [
  (sale) => sale.create(sale.choose(sale.shop.provider.cards)),
  beginCanceledOnItsWay,
  beginCanceledByTheDead,
  beginWithFailingCancel,
  beginWithRefundOnItsWay,
  beginDisturbed,
  (sale) => sale.create(sale.choose(sale.shop.provider.cards)),
];

/** The till cancels what is still on its way. */
async function beginCanceledOnItsWay(sale: ModelSale): Promise<void> {
  const { standIn, chargePath: path, cards } = sale.shop.provider;
  sale.letListsLag(sale.draw(4) > 0);
  standIn?.misbehave("late", { method: "POST", path });
  await sale.create(sale.choose(cards));
  await sale.cancel();
}

/** One process died before the charge, another once the cancellation was kept; the job finds both. */
async function beginCanceledByTheDead(sale: ModelSale): Promise<void> {
  const [payingCard] = sale.shop.provider.cards;
  await sale.dieBeforeCharge(payingCard);
  await sale.dieBeforeCancel();
  await sale.countCharges();
  await sale.runJob();
}

async function beginWithFailingCancel(sale: ModelSale): Promise<void> {
  const { standIn, cards } = sale.shop.provider;
  await sale.create(sale.choose(cards));
  standIn?.misbehave("error", { times: 2 });
  await sale.cancel();
}

/** The till asks again for a refund that is still on its way. */
async function beginWithRefundOnItsWay(sale: ModelSale): Promise<void> {
  const { standIn, refundPath: path, cards } = sale.shop.provider;
  await sale.create(sale.choose(cards));
  standIn?.misbehave("late", { method: "POST", path });
  await sale.refund({ amount: PART });
  await sale.repeatRefund();
}

async function beginDisturbed(sale: ModelSale): Promise<void> {
  sale.disturb();
  await sale.create(sale.choose(sale.shop.provider.cards));
}
