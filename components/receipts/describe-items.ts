import type { Translate } from "#lib/languages/translate.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";
import { readItemField } from "#lib/receipts/contract-fields.ts";
import { formatWarrantyEnd, isMock, type PaperMoney } from "./paper-receipt.ts";
import { findTaxCode, readTaxes } from "./paper-taxes.ts";
import { printedText } from "./printed-text.ts";

export type ItemLine = {
  label: string;
  /** Without a discount that has a line of its own. */
  price: PaperMoney;
  /** The letter of its tax, printed after the price. */
  taxCode: string | undefined;
  /** "2 × €5.00", or "0.432 kg × €12.90/kg"; absent for one piece. */
  factors: string | undefined;
  /** What comes off the price; without money where the price is without it already. */
  discount: { label: string; money: PaperMoney | undefined } | undefined;
  /** Numbers of the article, its serial number, its warranty: a line each. */
  details: string[];
};

type Notation = { locale: string; money: (amount: number) => PaperMoney; t: Translate };

export function describeItems(receipt: OpenedReceipt, { locale, money, t }: Notation): ItemLine[] {
  const { rates } = readTaxes(receipt);
  // The more precise of the two: a third is 0.333333, and a ten-millionth is not 0.
  const count = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 6,
    maximumSignificantDigits: 6,
    roundingPriority: "morePrecision",
  });
  return (receipt.items ?? []).map((item) => {
    const { price, discount } = describePrice(item, { money, t });
    return {
      label: `${printedText(item.name)}${isMock(item) ? "*" : ""}`,
      price,
      taxCode: findTaxCode(item, rates),
      factors: describeFactors(item, { count, money }),
      discount,
      details: describeDetails(item, { receipt, locale, t }),
    };
  });
}

type Count = { count: Intl.NumberFormat; money: Notation["money"] };

function describeFactors(item: LineItem, { count, money }: Count): string | undefined {
  const { quantity, unitPrice } = item;
  const unit = printedText(readItemField(item, "unit") ?? "").trim();
  const price = money(unitPrice).text;
  if (unit !== "") return `${count.format(quantity)} ${unit} × ${price}/${unit}`;
  return quantity === 1 ? undefined : `${count.format(quantity)} × ${price}`;
}

/** The price before the discount where quantity and price of one say so, since the column then adds up. */
function describePrice(
  item: LineItem,
  { money, t }: Pick<Notation, "money" | "t">,
): Pick<ItemLine, "price" | "discount"> {
  const { quantity, totalPrice, unitPrice } = item;
  const off = Math.abs(readItemField(item, "discountAmount") ?? 0);
  if (off === 0) return { price: money(totalPrice), discount: undefined };
  // A returned article gives its discount back.
  const before = totalPrice < 0 ? totalPrice - off : totalPrice + off;
  // Tills round in their own ways.
  if (Math.abs(quantity * unitPrice - before) <= 1) {
    const discount = { label: t("Discount"), money: money(totalPrice - before) };
    return { price: money(before), discount };
  }
  const label = t("incl. discount {money}", { money: money(-off).text });
  return { price: money(totalPrice), discount: { label, money: undefined } };
}

type Sale = { receipt: OpenedReceipt; locale: string; t: Translate };

function describeDetails(item: LineItem, { receipt, locale, t }: Sale): string[] {
  const numbers: [label: string, value: string | undefined][] = [
    [t("SKU"), readItemField(item, "sku")],
    ["GTIN", readItemField(item, "gtin")],
  ];
  const serial: typeof numbers = [[t("Serial number"), readItemField(item, "serialNumber")]];
  const months = readItemField(item, "warrantyMonths");
  const warranty = months !== undefined && receipt.kind !== "refund" && nameWarranty(months);
  const lines = [write(numbers), write(serial), warranty || ""];
  return lines.filter((line) => line !== "");

  function write(parts: typeof numbers): string {
    return parts
      .map(([label, value]) => [label, printedText(value ?? "").trim()])
      .flatMap(([label, value]) => (value === "" ? [] : [`${label} ${value}`]))
      .join(" · ");
  }

  function nameWarranty(given: number): string {
    const end = formatWarrantyEnd(receipt, { months: given, locale });
    return end === undefined
      ? t.count(given, "Warranty 1 month", "Warranty {count} months")
      : t("Warranty until {date}", { date: end });
  }
}
