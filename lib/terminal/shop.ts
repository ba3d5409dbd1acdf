const pictures = [
  "coffee",
  "cup",
  "leaf",
  "croissant",
  "muffin",
  "salad",
  "sandwich",
  "beans",
  "milk",
  "loaf",
  "cake",
  "cherry",
  "apple",
  "rice",
  "chicken",
  "bun",
  "noodles",
  "tea",
  "ice_cream",
  "beer",
  "umbrella",
  "battery",
  "egg",
  "cookie",
] as const;

export type Picture = (typeof pictures)[number];

export type TaxClass = {
  /** As it is printed beside an item. */
  code: string;
  label: string;
  /** In thousandths of a percent: 8.875 % is 8875. */
  rate: number;
};

export type CatalogItem = {
  itemId: string;
  /** In the language of the shop; it goes onto the receipt. */
  name: string;
  /** What it is, in English. */
  hint?: string;
  /** In the smallest unit of the shop's currency. */
  unitPrice: number;
  /** Sold by weight: `unitPrice` is for a kilogram, and each tap adds so many of them. */
  kilograms?: number;
  warrantyMonths?: number;
  taxCode: string;
  picture: Picture;
};

/** A shop of the demonstration: everything that its till knows before the first customer. */
export type Shop = {
  shopId: string;
  /** "Café": to choose between the shops. */
  kind: string;
  merchantId: string;
  merchantName: string;
  merchantStreet: string;
  merchantCity: string;
  merchantState?: string;
  merchantPostalCode: string;
  /** ISO 3166-1, two letters. */
  merchantCountry: string;
  merchantTaxId?: string;
  /** The till, as the acquirer knows it. */
  terminalId: string;
  cashier: string;
  /** Whether orders are called out by number. */
  hasOrderNumbers?: true;
  /** In the language of the shop. */
  returnPolicy?: string;
  currency: string;
  /** BCP 47: how the shop writes its prices, and the language of its items. */
  locale: string;
  timezone: string;
  /** Whether the shelf price includes tax. */
  pricesIncludeTax: boolean;
  taxClasses: readonly TaxClass[];
  /** Percentages that the till offers; empty where tipping is not customary. */
  tips: readonly number[];
  items: readonly CatalogItem[];
};
