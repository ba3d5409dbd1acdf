import type { Shop } from "./shop.ts";

/** Prices without tax, a tax that is added, and tips: a café in New York. */
export const cafe: Shop = {
  shopId: "cafe",
  kind: "Café",
  merchantId: "mer_blue_door",
  merchantName: "Blue Door Coffee",
  merchantStreet: "214 Court Street",
  merchantCity: "Brooklyn",
  merchantState: "NY",
  merchantPostalCode: "11201",
  merchantCountry: "US",
  currency: "usd",
  locale: "en-US",
  timezone: "America/New_York",
  receiptPrefix: "BD",
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
