import { memberOf, textOf } from "#lib/browser/send-request.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { isMock, nameTaxLine, readTaxes, type Taxes } from "./paper-receipt.ts";
import { printedText } from "./printed-text.ts";

/** A sum below the items, in the currency's smallest unit. */
export type PaperSum = {
  /**
   * `added` leads from the subtotal, or from the items, to the total; `after` from the total to what was
   * charged; a `part` is in another line already.
   */
  role: "subtotal" | "added" | "total" | "after" | "charged" | "refunded" | "part";
  label: string;
  amount: number;
};

type Sums = {
  /** In the order of the paper. */
  lines: PaperSum[];
  /** False if the shop's amounts lead to its total in no way. */
  addUp: boolean;
};

/** `refunded` is what came back since, in the smallest unit. */
type SumOptions = { locale: string; refunded: number };

/**
 * Tax, tip, and discounts are on top of the prices or in them, whichever leads to the total. Where neither
 * does, they are printed as they were sent.
 */
export function describeSums(receipt: OpenedReceipt, { locale, refunded }: SumOptions): Sums {
  const { amount, subtotal } = receipt;
  const isRefund = receipt.kind === "refund";
  const total = isRefund ? amount : (receipt.totalAmount ?? amount);
  const { addUp, reading } = readSums(receipt, total);
  const lines: (PaperSum | false)[] = [
    subtotal !== undefined && { role: "subtotal", label: "Subtotal", amount: subtotal },
    ...listDiscounts(receipt, reading),
    ...listTaxes(readTaxes(receipt), { locale, reading }),
    ...listTip(receipt, reading),
    { role: "total", label: isRefund ? "Refunded" : "Total", amount: total },
    amount !== total && { role: "charged", label: "Charged", amount },
    refunded !== 0 && { role: "refunded", label: "Refunded since", amount: refunded },
  ];
  const inOrder = lines
    .filter((line) => line !== false)
    .sort((one, other) => order.indexOf(one.role) - order.indexOf(other.role));
  return { lines: inOrder, addUp };
}

const order: readonly PaperSum["role"][] = [
  "subtotal",
  "added",
  "total",
  "after",
  "charged",
  "refunded",
  "part",
];

/** What is on top of the subtotal, or of the items; the rest is in them. */
type Reading = { tax: boolean; tip: "added" | "after" | "part"; discounts: boolean };

function readSums(receipt: OpenedReceipt, total: number): { reading: Reading; addUp: boolean } {
  const { amount, items = [], subtotal, tipAmount: tip = 0 } = receipt;
  const taxes = readTaxes(receipt);
  const discount = readDiscounts(receipt).reduce((sum, one) => sum + one.amount, 0);
  const ofItems = items.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
  const bases = [
    ...(subtotal === undefined ? [] : [subtotal]),
    ...(items.length === 0 ? [] : [ofItems]),
  ];
  const besideTotal = total + tip === amount ? "after" : "part";
  const readings = [!taxes.included, taxes.included].flatMap((tax) =>
    (["added", besideTotal] as const).flatMap((tip) =>
      [true, false].map((discounts): Reading => ({ tax, tip, discounts })),
    ),
  );
  const sumOf = (base: number, { tax, tip: place, discounts }: Reading) =>
    base + (tax ? taxes.total : 0) + (place === "added" ? tip : 0) + (discounts ? discount : 0);
  const [fitting] = bases.flatMap((base) => readings.filter((one) => sumOf(base, one) === total));
  if (fitting) return { reading: fitting, addUp: true };

  const asSent: Reading = {
    tax: !taxes.included,
    tip: besideTotal === "after" ? "after" : "added",
    discounts: true,
  };
  // Made-up items say nothing about the shop's amounts.
  const isComparable = subtotal !== undefined || (items.length > 0 && !items.some(isMock));
  return { reading: asSent, addUp: !isComparable };
}

function listTaxes(
  { lines, sum }: Taxes,
  { locale, reading }: { locale: string; reading: Reading },
): PaperSum[] {
  const role = reading.tax ? "added" : "part";
  const isWhole = sum === undefined;
  // Beside a sum that they do not add up to, the rates are no more than parts of it.
  const byRate = lines.map(
    (line): PaperSum => ({
      role: isWhole ? role : "part",
      label: nameTaxLine(line, !isWhole || !reading.tax, locale),
      amount: line.tax,
    }),
  );
  const label = reading.tax ? "Tax" : "incl. tax";
  return isWhole ? byRate : [{ role, label, amount: sum }, ...byRate];
}

function listTip({ tipAmount = 0 }: OpenedReceipt, { tip }: Reading): PaperSum[] {
  if (tipAmount === 0) return [];
  return [{ role: tip, label: tip === "part" ? "incl. tip" : "Tip", amount: tipAmount }];
}

function listDiscounts(receipt: OpenedReceipt, { discounts }: Reading): PaperSum[] {
  return readDiscounts(receipt).map(({ name, amount }) => ({
    role: discounts ? "added" : "part",
    label: discounts ? name : `incl. ${name}`,
    amount,
  }));
}

/**
 * Discounts on the whole are not a field of the contract: tills add them as `discounts`, a list of `name` and
 * `amount`, with or without a minus. Other forms are left out.
 */
function readDiscounts({ discounts }: OpenedReceipt): { name: string; amount: number }[] {
  if (!Array.isArray(discounts)) return [];
  return discounts.flatMap((entry) => {
    const amount = memberOf(entry, "amount");
    if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount === 0) return [];
    const name = printedText(textOf(entry, "name") ?? "").trim();
    return [{ name: name || "Discount", amount: -Math.abs(amount) }];
  });
}
