import { bakery } from "./bakery.ts";
import { cafe } from "./cafe.ts";
import { konbini } from "./konbini.ts";
import type { Shop } from "./shop.ts";

/** The shops that the terminal can stand in; the first is where it stands at first. */
export const shops: readonly [Shop, ...Shop[]] = [cafe, bakery, konbini];

export function getShop(shopId: string): Shop {
  return shops.find((shop) => shop.shopId === shopId) ?? shops[0];
}
