import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { csvColumns } from "./csv-rows.ts";
import type { WholeExport } from "./describe-json.ts";
import { note, sale, yen } from "./sample-receipts.ts";
import { type Parts, writeCsvFile, writeJsonFile, writeJsonLdFile } from "./write-text.ts";

const whole: WholeExport = {
  receipts: [sale, note, yen],
  sealed: 3,
  exportedAt: "2026-11-29T12:00:00.000Z",
};

const written = async () => undefined;

async function join(parts: Parts): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

async function readCsv(): Promise<Record<string, string>[]> {
  return parse(await join(writeCsvFile(whole, written)), { columns: true, bom: true });
}

test("the CSV has a row for each item with its tax, and one for each rate", async () => {
  const csv = await join(writeCsvFile(whole, written));
  assert.ok(csv.startsWith(`\ufeff${csvColumns.join(",")}\r\n`));
  const rows = (await readCsv()).filter(({ paymentId }) => paymentId === "pay_1");
  const shown = rows.map(({ lineTax, lineTotal, name, row, taxAmount, taxRatePercent }) =>
    [row, name, lineTotal, taxRatePercent, lineTax, taxAmount].join("|"),
  );
  assert.deepEqual(shown, [
    "item|Kaffee, gemahlen|11.9|19|1.9|",
    'item|抹茶 "Latte"|3.6|7|0.24|',
    "other|Tip|1|||",
    "tax|MwSt||19||1.9",
    "tax|MwSt||7||0.24",
  ]);
  // A spreadsheet runs no formula of a merchant.
  assert.equal(rows[0]?.category, "'=Groceries");
});

test("the lines of a receipt add up to its total, and a refund is negative", async () => {
  const rows = await readCsv();
  const sums = new Map<string, number>();
  for (const { lineTotal = "", receiptId = "" } of rows) {
    sums.set(receiptId, (sums.get(receiptId) ?? 0) + Number(lineTotal));
  }
  assert.deepEqual(Object.fromEntries(sums), { "A-42": 16.5, "C-7": -5.95, "J-1": 1980 });
  const [refund] = rows.filter(({ paymentId }) => paymentId === "ref_1");
  assert.deepEqual(
    [refund?.kind, refund?.refundOf, refund?.lineTotal, refund?.lineTax, refund?.charged],
    ["refund", "pay_1", "-5.95", "-0.95", "-5.95"],
  );
});

test("the guide describes every column", () => {
  const guide = readFileSync("docs/receipt-exports.md", "utf8");
  const described = [...guide.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  assert.deepEqual(described, [...csvColumns]);
});

test("the JSON has the receipts as they came out of their envelopes, and what is not in it", async () => {
  const file = JSON.parse(await join(writeJsonFile(whole, written)));
  const { entries, ...head } = file;
  assert.deepEqual(head, {
    format: "sealslip-receipts",
    version: 1,
    exportedAt: whole.exportedAt,
    receipts: 3,
    sealedReceiptsLeftOut: 3,
  });
  assert.deepEqual(entries[0], { paymentId: "pay_1", receipt: sale.sealed });
});

test("the JSON-LD has only properties that schema.org gives the types, with a refund below zero", async () => {
  const file = JSON.parse(await join(writeJsonLdFile(whole, written)));
  assert.equal(file["@context"], "https://schema.org");
  assert.deepEqual(listStrangers(file["@graph"]), []);
  const [ofSale, ofNote] = file["@graph"];
  assert.deepEqual(ofSale.totalPaymentDue, {
    "@type": "MonetaryAmount",
    currency: "EUR",
    value: "16.50",
  });
  assert.equal(ofNote.totalPaymentDue.value, "-5.95");
  assert.equal(ofNote.referencesOrder.orderStatus, "https://schema.org/OrderReturned");
  const offers = ofSale.referencesOrder.acceptedOffer as { price: string }[];
  assert.equal(
    offers.reduce((sum, { price }) => sum + Number(price), 0),
    16.5,
  );
});

test("what is written can be ended after each receipt", async () => {
  const stopped = new Error("stopped");
  let receipts = 0;
  const stop = async () => {
    receipts += 1;
    throw stopped;
  };
  for (const write of [writeCsvFile, writeJsonFile, writeJsonLdFile]) {
    await assert.rejects(join(write(whole, stop)), stopped);
  }
  assert.equal(receipts, 3);
});

/** As `Type.property`: what the vocabulary does not have. */
function listStrangers(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listStrangers);
  if (typeof value !== "object" || value === null) return [];
  const { "@type": type, ...members } = value as Record<string, unknown>;
  const known = listProperties(`${type}`);
  return Object.entries(members).flatMap(([name, member]) => [
    ...(name.startsWith("@") || known.has(name) ? [] : [`${type}.${name}`]),
    ...listStrangers(member),
  ]);
}

const vocabulary = readFileSync("node_modules/schema-dts/dist/schema.d.ts", "utf8");

/** Of a type of schema.org and of those above it. */
function listProperties(type: string): Set<string> {
  const found = new Set<string>();
  const bases = [`${type}Base`];
  for (const base of bases) {
    const declared = new RegExp(
      `^(?:export )?interface ${base} extends ([^{]+)\\{([^]*?)^\\}`,
      "m",
    );
    const [, above = "", body = ""] = declared.exec(vocabulary) ?? [];
    for (const [, name = ""] of body.matchAll(/^ {4}"(\w+)"\?:/gm)) found.add(name);
    bases.push(
      ...above
        .split(",")
        .map((one) => one.trim())
        .filter((one) => /^\w+Base$/.test(one)),
    );
  }
  return found;
}
