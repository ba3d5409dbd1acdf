import { useEffect, useReducer } from "react";
import { addItem, beginSale, countItems, setQuantity } from "#lib/terminal/basket.ts";
import { type Counter, type Counters, readCounters } from "#lib/terminal/kept-till.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { getShop, shops } from "#lib/terminal/shops.ts";
import { computeTotals, type Tip, type Totals } from "#lib/terminal/totals.ts";

export type Till = Counter & {
  shop: Shop;
  totals: Totals;
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
  /** Puts a sale back on its counter, to be paid with a card. */
  | { kind: "resume"; sold: SoldAt };

type SoldAt = Counter & { shopId: string };

type State = Counters & { step: Till["step"] };

const emptyCounter: Counter = { basket: [], tip: { kind: "none" }, sale: undefined };

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
  return { shop, ...counter, totals, hasSale, hasRoomFor, step: state.step, act };
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
    case "resume": {
      const { shopId, basket, tip, sale } = action.sold;
      return { ...change({ ...state, shopId }, { basket, tip, sale }), step: "card" };
    }
  }
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
