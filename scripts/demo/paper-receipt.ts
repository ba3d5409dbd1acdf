import { describeReceipt } from "#components/receipts/describe-receipt.ts";
import { printInColumns } from "#components/receipts/printed-columns.ts";
import { widthOf } from "#components/receipts/text-columns.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";

const WIDTH = 44;
const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa"]);

/** The receipt as lines of a till roll, with money as the merchant's country writes it. */
export function formatPaperReceipt(receipt: OpenedReceipt): string[] {
  const locale = chooseLocale(receipt.merchantCountry);
  const rows = printInColumns(describeReceipt(receipt, { locale }), { columns: WIDTH });
  return [
    `┌─${"─".repeat(WIDTH)}─┐`,
    ...rows.map((row) => `│ ${row}${" ".repeat(WIDTH - widthOf(row))} │`),
    `└─${"─".repeat(WIDTH)}─┘`,
  ];
}

/** The likeliest language of the country, as far as a terminal can keep its columns aligned. */
function chooseLocale(country = ""): string {
  const region = /^[A-Z]{2}$/.test(country) ? country : "US";
  const likely = new Intl.Locale("und", { region, numberingSystem: "latn" }).maximize();
  return RIGHT_TO_LEFT.has(likely.script ?? "") ? `en-${region}` : likely.toString();
}
