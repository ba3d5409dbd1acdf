import { english, type Translate } from "#lib/languages/translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { readDiscountList, readReceiptField } from "#lib/receipts/contract-fields.ts";
import { nameTax, readTaxes } from "./paper-taxes.ts";
import { printedText } from "./printed-text.ts";
import { type Chain, type Reading, readChain } from "./read-chain.ts";

/** A sum below the items, in the currency's smallest unit. */
export type PaperSum = {
  /**
   * `before` leads from the items to the subtotal, `added` from there, or from the items, to the total, and `after` from
   * the total to what was charged; a `part` is in another line already. `share` is what one of several payments paid of
   * the total.
   */
  role:
    | "before"
    | "subtotal"
    | "added"
    | "total"
    | "after"
    | "charged"
    | "share"
    | "refunded"
    | "part";
  label: string;
  amount: number;
};

type Sums = {
  /** In the order of the paper. Those before the total add up to it, and so do those after it to what was charged. */
  lines: PaperSum[];
  /** Whether tax is in the prices, as far as the till says and the amounts allow. */
  pricesIncludeTax: boolean;
};

/** `refunded` is what came back since, in the smallest unit. `hasTable`: the tax by rate is printed elsewhere. */
type SumOptions = { locale: string; refunded: number; hasTaxTable: boolean; t?: Translate };

/**
 * Tax, tip, and discounts are on top of the prices or in them, whichever leads to the total. What then is
 * missing has a line of its own.
 */
export function describeSums(receipt: OpenedReceipt, options: SumOptions): Sums {
  const { subtotal } = receipt;
  const { refunded, t = english } = options;
  const discounts = readDiscounts(receipt, t);
  const chain = readChain(receipt, { discount: sumOf(discounts), taxes: readTaxes(receipt) });
  const { reading, total, gap } = chain;
  const lines: (PaperSum | false)[] = [
    subtotal !== undefined && {
      role: chain.hasSubtotal ? "subtotal" : "part",
      label: t("Subtotal"),
      amount: subtotal,
    },
    ...discounts.map(({ name, amount }) => placeDiscount({ name, amount }, reading, t)),
    ...listTaxes(receipt, reading, { ...options, t }),
    ...listTip(receipt, reading, t),
    gap !== undefined && { role: gap.role, label: t("Not itemized"), amount: gap.amount },
    { role: "total", label: nameTotal(receipt, chain, t), amount: total },
    ...listCharge(receipt, chain, t),
    refunded !== 0 && { role: "refunded", label: t("Refunded since"), amount: refunded },
  ];
  const inOrder = lines
    .filter((line) => line !== false)
    .sort((one, other) => order.indexOf(one.role) - order.indexOf(other.role));
  const declared = readReceiptField(receipt, "pricesIncludeTax") === true;
  return { lines: inOrder, pricesIncludeTax: declared && reading.tax === "part" };
}

const order: readonly PaperSum["role"][] = [
  "before",
  "subtotal",
  "added",
  "total",
  "after",
  "charged",
  "share",
  "refunded",
  "part",
];

function nameTotal({ kind }: OpenedReceipt, { isShare }: Chain, t: Translate): string {
  if (kind !== "refund") return t("Total");
  return isShare ? t("Total refund") : t("Refunded");
}

/** What this payment charged, where that is not the total. */
function listCharge(
  { kind, amount, tipAmount = 0 }: OpenedReceipt,
  chain: Chain,
  t: Translate,
): PaperSum[] {
  const { total, isShare, reading } = chain;
  const paidHere = kind === "refund" ? t("Refunded to this card") : t("Paid with this card");
  if (isShare) return [{ role: "share", label: paidHere, amount }];
  if (amount === total) return [];
  const missing = amount - total - (reading.tip === "after" ? tipAmount : 0);
  const label = missing < 0 ? t("Not charged here") : t("Not itemized");
  return [
    ...(missing === 0 ? [] : [{ role: "after" as const, label, amount: missing }]),
    { role: "charged", label: t("Charged"), amount },
  ];
}

function listTaxes(
  receipt: OpenedReceipt,
  { tax: role }: Reading,
  { locale, hasTaxTable, t }: Required<SumOptions>,
): PaperSum[] {
  const { rates, sum } = readTaxes(receipt);
  const isWhole = sum === undefined;
  const label = role === "added" ? t("Tax") : t("incl. tax");
  const whole: PaperSum[] = isWhole ? [] : [{ role, label, amount: sum }];
  if (hasTaxTable && (role === "part" || !isWhole)) return whole;
  // Beside a sum that they do not add up to, the rates are no more than parts of it.
  const byRate = rates
    .filter(({ amount }) => amount !== 0)
    .map(
      (rate): PaperSum => ({
        role: isWhole ? role : "part",
        label: nameTax(rate, !isWhole || role === "part", { locale, t }),
        amount: rate.amount,
      }),
    );
  return [...whole, ...byRate];
}

function listTip(
  { tipAmount = 0 }: OpenedReceipt,
  { tip: role }: Reading,
  t: Translate,
): PaperSum[] {
  if (tipAmount === 0) return [];
  return [{ role, label: role === "part" ? t("incl. tip") : t("Tip"), amount: tipAmount }];
}

type Discount = { name: string; amount: number };

function placeDiscount(
  { name, amount }: Discount,
  { discounts: role }: Reading,
  t: Translate,
): PaperSum {
  return { role, label: role === "part" ? t("incl. {name}", { name }) : name, amount };
}

function readDiscounts(receipt: OpenedReceipt, t: Translate): Discount[] {
  return readDiscountList(receipt)
    .filter(({ amount }) => amount !== 0)
    .map(({ name, amount }) => ({
      name: printedText(name ?? "").trim() || t("Discount"),
      amount: -Math.abs(amount),
    }));
}

function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}
