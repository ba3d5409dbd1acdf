import { useReducer } from "react";
import { addItem, type Basket, beginSale, type Sale, setQuantity } from "#lib/terminal/basket.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { getShop, shops } from "#lib/terminal/shops.ts";
import { computeTotals, type Tip, type Totals } from "#lib/terminal/totals.ts";

export type Till = {
  shop: Shop;
  basket: Basket;
  tip: Tip;
  totals: Totals;
  /** From the first attempt to pay until it is paid or set aside. */
  sale: Sale | undefined;
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
  | { kind: "new_sale" };

/** What one shop has on its counter. */
type Counter = { basket: Basket; tip: Tip; sale: Sale | undefined };

type State = {
  shopId: string;
  counters: Readonly<Record<string, Counter>>;
  step: Till["step"];
};

const emptyCounter: Counter = { basket: [], tip: { kind: "none" }, sale: undefined };

/** The sale at the counter: each shop keeps its own while another is looked at. */
export function useTill(): Till {
  const [state, act] = useReducer(reduce, {
    shopId: shops[0].shopId,
    counters: {},
    step: "sale",
  });
  const shop = getShop(state.shopId);
  const counter = counterOf(state);
  const totals = computeTotals(shop, counter.basket, counter.tip);
  return { shop, ...counter, totals, step: state.step, act };
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
  }
}

function counterOf({ counters, shopId }: State): Counter {
  return counters[shopId] ?? emptyCounter;
}

function change(state: State, part: Partial<Counter>): State {
  const counter = { ...counterOf(state), ...part };
  return { ...state, counters: { ...state.counters, [state.shopId]: counter } };
}
