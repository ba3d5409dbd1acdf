import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeReceipt, type PaperReceipt } from "#components/receipts/describe-receipt.ts";
import { printInColumns } from "#components/receipts/printed-columns.ts";
import { formatReceiptText } from "#components/receipts/receipt-text.ts";
import { widthOf } from "#components/receipts/text-columns.ts";
import { type LineItem, type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";
import { loadComponents, renderLines } from "#lib/testing/render-component.ts";
import { layOutPicture } from "./lay-out-picture.ts";

/** Without digits, so that every digit of a medium belongs to an amount, a quantity, or the time. */
const anyName = fc
  .array(fc.constantFrom(..."Bread Milk €$,.- לחם خبز 寿司 🥐\u0301\n\t\u202e\u2066\u2069\u200f"), {
    minLength: 1,
    maxLength: 30,
  })
  .map((letters) => letters.join(""));

const absent = fc.constant(undefined);

const anyItem: fc.Arbitrary<LineItem> = fc.record({
  unit: fc.oneof(absent, fc.constantFrom("kg", "قطعة", "個")),
  discountAmount: fc.oneof(absent, fc.integer({ min: -500, max: 500 })),
  sku: fc.oneof(absent, fc.constantFrom("A-17", "x".repeat(60))),
  gtin: fc.oneof(absent, fc.constant("4006381333931")),
  serialNumber: fc.oneof(absent, fc.constant("SN 99")),
  warrantyMonths: fc.oneof(absent, fc.constantFrom(1, 24, "two years")),
  taxCode: fc.oneof(absent, fc.constantFrom("A", "*")),
  lineItemId: fc.constant("line"),
  name: anyName,
  quantity: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 2, max: 1000 }),
    fc.double({ min: 1e-9, max: 1000, noNaN: true }),
  ),
  unitPrice: fc.integer({ min: -100_000, max: 100_000_000 }),
  totalPrice: fc.integer({ min: -100_000, max: 100_000_000 }),
});

const anyTaxes = fc.array(
  fc.record(
    {
      name: fc.constantFrom("VAT", "מע״מ", "Tax"),
      ratePercent: fc.constantFrom(5, 7, 8.875, 19),
      amount: fc.integer({ min: 1, max: 9_999 }),
      net: fc.integer({ min: 1, max: 99_999_999 }),
      code: fc.constantFrom("A", "*"),
    },
    { requiredKeys: ["ratePercent", "amount"] },
  ),
  { minLength: 1, maxLength: 3 },
);

/** What is printed beside the amounts. */
const anyRest = fc.record(
  {
    terminalId: fc.constantFrom("T-7", 7),
    cashier: anyName,
    orderNumber: fc.constant("No. 12"),
    returnPolicy: fc.constantFrom("Within 14 days.", "x".repeat(100)),
    fiscal: fc.constantFrom({ scheme: "TSE", data: "x".repeat(90), qr: "V" }, { qr: "V0;1" }, 4),
    loyalty: fc.constantFrom({ program: "Club", member: "12", pointsEarned: 1250 }, "gold"),
  },
  { requiredKeys: [] },
);

const anySale = fc.record({
  currency: fc.constantFrom("usd", "eur", "jpy", "kwd", "clf", "ugx"),
  locale: fc.constantFrom("en-US", "de-DE", "he-IL", "ja-JP", "fr-CH"),
  items: fc.array(anyItem, { minLength: 1, maxLength: 5 }),
  tip: fc.integer({ min: 0, max: 5_000 }),
  discount: fc.integer({ min: 0, max: 5_000 }),
  taxes: anyTaxes,
  tax: fc.constantFrom("none", "in one sum", "by rate", "included by rate", "included in one sum"),
  total: fc.constantFrom("absent", "with tip", "without tip"),
  hasSubtotal: fc.boolean(),
  refunded: fc.constantFrom(0, 250),
  rest: anyRest,
});

type Sale = typeof anySale extends fc.Arbitrary<infer Value> ? Value : never;

/** As `gateway_one` takes it: the amount is sent. What `gateway_two` derives is one of these. */
function sell({ currency, discount, hasSubtotal, items, rest, tax, taxes, tip, total }: Sale) {
  const goods = sum(items.map(({ totalPrice }) => totalPrice));
  const taxAmount = sum(taxes.map((line) => line.amount));
  const added = tax === "in one sum" || tax === "by rate" ? taxAmount : 0;
  const beforeTip = goods - discount + added;
  return {
    ...rest,
    currency,
    items,
    amount: beforeTip + tip,
    ...(hasSubtotal ? { subtotal: goods } : {}),
    ...(tip > 0 ? { tipAmount: tip } : {}),
    ...(discount > 0 ? { discounts: [{ name: "Regulars", amount: discount }] } : {}),
    ...(tax === "none" ? {} : { pricesIncludeTax: added === 0 }),
    ...(tax.endsWith("by rate") ? { taxes } : {}),
    ...(tax === "none" || tax === "included by rate" ? {} : { taxAmount }),
    ...(total === "absent"
      ? {}
      : { totalAmount: total === "with tip" ? beforeTip + tip : beforeTip }),
  };
}

test("paper, text, and picture have the same figures in the same order, and they add up", async () => {
  const renderSlip = await loadSlip();
  fc.assert(
    fc.property(anySale, (sale) => {
      const fields = sell(sale);
      fc.pre(fields.amount > 0);
      const { locale, refunded } = sale;
      const receipt = read(fields);
      const paper = describeReceipt(receipt, { locale, refunded });
      assertSame(paper, receipt, { locale, refunded, renderSlip });

      const labels = paper.sums.map(({ label }) => label);
      assert.ok(!labels.includes("Not itemized"), labels.join(", "));
      assertAddsUp(paper, receipt);
    }),
    { numRuns: 200 },
  );
});

test("whatever a till sends, the paper adds up or says what is missing", async () => {
  const renderSlip = await loadSlip();
  const anyAmount = fc.option(fc.integer({ min: -9_999, max: 9_999 }), { nil: undefined });
  const anyFields = fc.record({
    amount: fc.integer({ min: 1, max: 9_999 }),
    subtotal: anyAmount,
    taxAmount: anyAmount,
    totalAmount: anyAmount,
    tipAmount: fc.option(fc.integer({ min: 0, max: 9_999 }), { nil: undefined }),
    pricesIncludeTax: fc.option(fc.boolean(), { nil: undefined }),
    taxes: fc.option(anyTaxes, { nil: undefined }),
    discounts: fc.oneof(absent, fc.array(fc.record({ amount: fc.integer({ min: -99, max: 99 }) }))),
    items: fc.array(anyItem, { maxLength: 3 }),
    splitTender: fc.oneof(absent, fc.boolean()),
    kind: fc.constantFrom(undefined, "refund"),
  });
  fc.assert(
    fc.property(anyFields, anyRest, (fields, rest) => {
      const receipt = read({ ...rest, ...fields });
      const paper = describeReceipt(receipt, { locale: "en-US" });
      assertSame(paper, receipt, { locale: "en-US", refunded: 0, renderSlip });
      assertAddsUp(paper, receipt);
    }),
    { numRuns: 500 },
  );
});

test("a credit note has one paper, whichever sign its amounts have", () => {
  const anyNote = fc.record({
    sale: anySale,
    flips: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  });
  fc.assert(
    fc.property(anyNote, ({ sale, flips: [lines, prices, sums, tax] }) => {
      const fields = sell({ ...sale, tip: 0 });
      fc.pre(fields.amount > 0 && sum(fields.items.map(({ totalPrice }) => totalPrice)) > 0);
      const sign = (flip: boolean | undefined) => (amount: number) => (flip ? -amount : amount);
      const changed = {
        ...fields,
        items: fields.items.map((item) => ({
          ...item,
          unitPrice: sign(prices)(item.unitPrice),
          totalPrice: sign(lines)(item.totalPrice),
        })),
        ...("taxAmount" in fields && { taxAmount: sign(tax)(fields.taxAmount ?? 0) }),
        ...("subtotal" in fields && { subtotal: sign(sums)(fields.subtotal ?? 0) }),
      };
      const print = (note: object) =>
        describeReceipt(read({ ...note, kind: "refund" }), { locale: sale.locale });
      assert.deepEqual(print(changed), print(fields));
    }),
    { numRuns: 200 },
  );
});

type RenderSlip = (props: { receipt: OpenedReceipt; locale: string; refunded: number }) => string[];

/** The texts of the paper on the screen. */
async function loadSlip(): Promise<RenderSlip> {
  const load = () => import("#components/receipts/receipt-slip.tsx");
  const { ReceiptSlip } = await loadComponents(load);
  return (props) => renderLines(ReceiptSlip, props);
}

type Rendering = { locale: string; refunded: number; renderSlip: RenderSlip };

function assertSame(
  paper: PaperReceipt,
  receipt: OpenedReceipt,
  { locale, refunded, renderSlip }: Rendering,
): void {
  const text = formatReceiptText(paper);
  const picture = layOutPicture(paper, (row) => 4 * row.length)
    .flat()
    .flatMap((row) => (row.kind === "texts" ? row.texts.map((one) => one.text) : []));
  const slip = renderSlip({ receipt, locale, refunded });
  const printed = [
    ...paper.head.map((line) => line.text),
    ...paper.items.flatMap(({ label, price, factors, discount, details }) => [
      label,
      price.text,
      factors ?? "",
      ...(discount ? [discount.label, discount.money?.text ?? ""] : []),
      ...details,
    ]),
    ...paper.sums.flatMap(({ label, money }) => [label, money.text]),
    ...listTaxCells(paper),
    ...paper.facts.flatMap(({ label, value }) => [label, value]),
    ...paper.policy,
  ];
  const expected = figuresIn(printed.join(" "));
  const drawn = paper.fiscal?.lines.length === 0 ? figuresIn(paper.fiscal.qr ?? "") : [];
  assert.deepEqual(figuresIn(text), [...expected, ...drawn]);
  assert.deepEqual(figuresIn(picture.join(" ")), expected);
  assert.deepEqual(figuresIn(slip.join(" ")), expected);
  for (const columns of [32, 42]) {
    const lines = printInColumns(paper, { columns });
    assert.deepEqual(figuresIn(lines.join(" ")), [...expected, ...drawn], lines.join("\n"));
    for (const line of lines) assert.ok(widthOf(line) <= columns, line);
  }
}

function listTaxCells({ taxTable }: PaperReceipt): string[] {
  const rows = [...(taxTable?.rows ?? []), ...(taxTable?.sum ? [taxTable.sum] : [])];
  return rows.flatMap(({ code, name, net, tax, gross }) => [code, name, net, tax, gross]);
}

/**
 * From the subtotal to the total, and from the items to either; from the total to what was charged. What is in
 * the items may be on top of the subtotal.
 */
function assertAddsUp({ items, sums }: PaperReceipt, { amount }: OpenedReceipt): void {
  const inRole = (role: string) =>
    sums.filter((line) => line.role === role).map((line) => line.amount);
  const [total = 0] = inRole("total");
  const [subtotal] = inRole("subtotal");
  const added = inRole("added");
  const goods = sum(
    items.flatMap(({ price, discount }) => [price.amount, discount?.money?.amount ?? 0]),
  );
  if (subtotal !== undefined) assert.equal(subtotal + sum(added), total);
  if (items.length > 0) {
    const before = goods + sum(inRole("before"));
    const inItems = sumsOfAny([...added, ...inRole("part")]);
    const leads = before === subtotal || inItems.some((some) => goods + some === total);
    assert.ok(leads, JSON.stringify(sums));
  }
  const [share] = inRole("share");
  const [charged = total] = inRole("charged");
  assert.equal(share ?? charged, amount);
  if (share === undefined) assert.equal(total + sum(inRole("after")), charged);
}

/** Of any of these amounts together. */
function sumsOfAny(amounts: readonly number[]): number[] {
  const [first, ...others] = amounts;
  if (first === undefined) return [0];
  const without = sumsOfAny(others);
  return [...without, ...without.map((one) => one + first)];
}

function read(fields: object): OpenedReceipt {
  return openedReceipt.parse({
    receiptId: "r",
    merchantId: "m",
    transactionId: "t",
    merchantName: "Corner  Bakery",
    transactionDate: "2026-11-20T09:30:00+01:00",
    ...fields,
  });
}

function figuresIn(text: string): string[] {
  return text.match(/\d(?:[\d.,’\u00a0\u202f]*\d)?/g) ?? [];
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
