import { useEffect, useReducer } from "react";
import { addItem, beginPart, beginSale, countItems, setQuantity } from "#lib/terminal/basket.ts";
import { type Counter, type Counters, readCounters } from "#lib/terminal/kept-till.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { getShop, shops } from "#lib/terminal/shops.ts";
import { sumParts } from "#lib/terminal/split-tender.ts";
import { computeTotals, type Tip, type Totals } from "#lib/terminal/totals.ts";

export type Till = Counter & {
  shop: Shop;
  totals: Totals;
  /** What is still to be paid of the total. */
  left: number;
  /** Whether this sale is the one at the counter. */
  hasSale: (sold: SoldAt) => boolean;
  /** Whether it is, or its shop's counter is free. */
  hasRoomFor: (sold: SoldAt) => boolean;
  step: "sale" | "card";
  act: (action: Action) => void;
};

type Action =
  | { kind: "shop"; shopId: string }
  | { kind: "add"; itemId: string }
  | { kind: "quantity"; itemId: string; quantity: number }
  | { kind: "tip"; tip: Tip }
  | { kind: "charge" }
  | { kind: "back" }
  | { kind: "new_sale" }
  /** Another card pays the next part; `sold.parts` is all that was paid before. */
  | { kind: "next_part"; sold: SoldAt }
  /** Puts a sale back on its counter, to be paid with a card. */
  | { kind: "resume"; sold: SoldAt };

export type SoldAt = Counter & { shopId: string };

type State = Counters & { step: Till["step"] };

const emptyCounter: Counter = { basket: [], tip: { kind: "none" }, sale: undefined, parts: [] };

/**
 * The sale at the counter: each shop keeps its own while another is looked at. This tab keeps them over a reload;
 * another tab is another till.
 */
export function useTill(): Till {
  const [state, act] = useReducer(reduce, undefined, restore);
  const { shopId, counters } = state;
  useEffect(() => keepCounters({ shopId, counters }), [shopId, counters]);
  const shop = getShop(state.shopId);
  const counter = counterOf(state);
  const totals = computeTotals(shop, counter.basket, counter.tip);
  const counterFor = (sold: SoldAt) => counterOf({ ...state, shopId: sold.shopId });
  const hasSale = (sold: SoldAt) => counterFor(sold).sale?.receiptId === sold.sale?.receiptId;
  const hasRoomFor = (sold: SoldAt) => hasSale(sold) || countItems(counterFor(sold).basket) === 0;
  const left = totals.total - sumParts(counter.parts);
  // What was paid in part cannot change anymore: the sale is paid as a whole, or given back.
  const step = counter.parts.length > 0 ? "card" : state.step;
  return { shop, ...counter, totals, left, hasSale, hasRoomFor, step, act };
}

function reduce(state: State, action: Action): State {
  const { basket, sale } = counterOf(state);
  switch (action.kind) {
    case "shop":
      return { ...state, shopId: action.shopId };
    case "add":
      return change(state, { basket: addItem(basket, action.itemId) });
    case "quantity":
      return change(state, { basket: setQuantity(basket, action.itemId, action.quantity) });
    case "tip":
      return change(state, { tip: action.tip });
    case "charge":
      return {
        ...change(state, { sale: sale ?? beginSale() }),
        step: "card",
      };
    case "back":
      return { ...state, step: "sale" };
    case "new_sale":
      return { ...change(state, emptyCounter), step: "sale" };
    case "next_part": {
      const { sold } = action;
      return putBack(state, { ...sold, sale: sold.sale && beginPart(sold.sale) });
    }
    case "resume":
      return putBack(state, action.sold);
  }
}

function putBack(state: State, { shopId, basket, tip, sale, parts }: SoldAt): State {
  return { ...change({ ...state, shopId }, { basket, tip, sale, parts }), step: "card" };
}

function counterOf({ counters, shopId }: Counters): Counter {
  return counters[shopId] ?? emptyCounter;
}

function change(state: State, part: Partial<Counter>): State {
  const counter = { ...counterOf(state), ...part };
  return { ...state, counters: { ...state.counters, [state.shopId]: counter } };
}

const KEY = "sealslip.till";

function restore(): State {
  const kept = readStored();
  return { shopId: shops[0].shopId, counters: {}, ...kept, step: "sale" };
}

function readStored(): Counters | undefined {
  try {
    return readCounters(sessionStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}

function keepCounters(counters: Counters): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(counters));
  } catch {
    // Where the browser stores nothing, a sale lasts as long as the page.
  }
}
