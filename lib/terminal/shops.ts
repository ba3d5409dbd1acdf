import { bakery } from "./bakery.ts";
import { dateShop } from "./date-shop.ts";
import type { Shop } from "./shop.ts";

/** A currency without a smaller unit, a reduced rate for food, no tips: a konbini in Tokyo. */
const konbini: Shop = {
  shopId: "konbini",
  kind: "Konbini",
  merchantId: "mer_90c2e7d4",
  merchantName: "Hinode Mart",
  merchantStreet: "1-12-4 Jinnan",
  merchantCity: "Shibuya",
  merchantState: "Tokyo",
  merchantPostalCode: "150-0041",
  merchantCountry: "JP",
  merchantTaxId: "T1234567890123",
  terminalId: "HM-014",
  cashier: "Mori",
  returnPolicy: "Returns within 8 days with this receipt; food is excluded.",
  currency: "jpy",
  locale: "en-JP",
  timezone: "Asia/Tokyo",
  pricesIncludeTax: true,
  taxClasses: [
    { code: "S", label: "Consumption tax", rate: 10_000 },
    { code: "R", label: "Reduced tax", rate: 8_000 },
  ],
  tips: [],
  items: [
    { itemId: "salmon", name: "Onigiri, salmon", unitPrice: 178, taxCode: "R", picture: "rice" },
    { itemId: "plum", name: "Onigiri, plum", unitPrice: 158, taxCode: "R", picture: "rice" },
    { itemId: "egg-sando", name: "Egg sando", unitPrice: 298, taxCode: "R", picture: "egg" },
    { itemId: "karaage", name: "Karaage, 5 pcs", unitPrice: 258, taxCode: "R", picture: "chicken" },
    { itemId: "nikuman", name: "Nikuman", unitPrice: 160, taxCode: "R", picture: "bun" },
    { itemId: "ramen", name: "Cup ramen", unitPrice: 238, taxCode: "R", picture: "noodles" },
    {
      itemId: "green-tea",
      name: "Green tea, 525 ml",
      unitPrice: 151,
      taxCode: "R",
      picture: "tea",
    },
    { itemId: "melon-pan", name: "Melon pan", unitPrice: 148, taxCode: "R", picture: "bun" },
    { itemId: "ice", name: "Vanilla ice", unitPrice: 180, taxCode: "R", picture: "ice_cream" },
    { itemId: "lager", name: "Lager, 350 ml", unitPrice: 235, taxCode: "S", picture: "beer" },
    {
      itemId: "umbrella",
      name: "Umbrella",
      unitPrice: 880,
      warrantyMonths: 6,
      taxCode: "S",
      picture: "umbrella",
    },
    {
      itemId: "batteries",
      name: "AA batteries, 4",
      unitPrice: 498,
      warrantyMonths: 24,
      taxCode: "S",
      picture: "battery",
    },
  ],
};

/** Prices without tax, a tax that is added, and tips: a café in New York. */
const cafe: Shop = {
  shopId: "cafe",
  kind: "Café",
  merchantId: "mer_4b7a61f0",
  merchantName: "Blue Door Coffee",
  merchantStreet: "214 Court Street",
  merchantCity: "Brooklyn",
  merchantState: "NY",
  merchantPostalCode: "11201",
  merchantCountry: "US",
  terminalId: "BD-02",
  cashier: "Rosa",
  hasOrderNumbers: true,
  currency: "usd",
  locale: "en-US",
  timezone: "America/New_York",
  pricesIncludeTax: false,
  taxClasses: [
    { code: "T", label: "Sales tax", rate: 8_875 },
    { code: "E", label: "Exempt", rate: 0 },
  ],
  tips: [15, 18, 20],
  items: [
    { itemId: "drip", name: "Drip coffee", unitPrice: 350, taxCode: "T", picture: "coffee" },
    { itemId: "flat-white", name: "Flat white", unitPrice: 475, taxCode: "T", picture: "coffee" },
    { itemId: "cappuccino", name: "Cappuccino", unitPrice: 450, taxCode: "T", picture: "coffee" },
    { itemId: "cold-brew", name: "Cold brew", unitPrice: 525, taxCode: "T", picture: "cup" },
    { itemId: "matcha", name: "Matcha latte", unitPrice: 575, taxCode: "T", picture: "leaf" },
    { itemId: "croissant", name: "Croissant", unitPrice: 425, taxCode: "T", picture: "croissant" },
    { itemId: "muffin", name: "Blueberry muffin", unitPrice: 395, taxCode: "T", picture: "muffin" },
    { itemId: "cookie", name: "Sea salt cookie", unitPrice: 325, taxCode: "T", picture: "cookie" },
    { itemId: "toast", name: "Avocado toast", unitPrice: 950, taxCode: "T", picture: "salad" },
    { itemId: "sandwich", name: "Egg sandwich", unitPrice: 875, taxCode: "T", picture: "sandwich" },
    {
      itemId: "beans",
      name: "House beans, 12 oz",
      unitPrice: 1700,
      taxCode: "E",
      picture: "beans",
    },
    { itemId: "oat-milk", name: "Oat milk, 32 oz", unitPrice: 550, taxCode: "E", picture: "milk" },
  ],
};

/** The shops that the terminal can stand in; the first is where it stands at first. */
export const shops: readonly [Shop, ...Shop[]] = [cafe, bakery, konbini, dateShop];

export function getShop(shopId: string): Shop {
  return shops.find((shop) => shop.shopId === shopId) ?? shops[0];
}
