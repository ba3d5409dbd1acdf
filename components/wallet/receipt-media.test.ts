import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeReceipt, type PaperReceipt } from "#components/receipts/describe-receipt.ts";
import { formatReceiptText } from "#components/receipts/receipt-text.ts";
import { formatMoney } from "#lib/core/money.ts";
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

const anyItem: fc.Arbitrary<LineItem> = fc.record({
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
  fc.record({ rate: fc.constantFrom(5, 7, 8.875, 19), tax: fc.integer({ min: 1, max: 9_999 }) }),
  { minLength: 1, maxLength: 3 },
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
});

type Sale = typeof anySale extends fc.Arbitrary<infer Value> ? Value : never;

/** As `gateway_one` takes it: the amount is sent. What `gateway_two` derives is one of these. */
function sell({ currency, discount, hasSubtotal, items, tax, taxes, tip, total }: Sale) {
  const goods = sum(items.map(({ totalPrice }) => totalPrice));
  const taxAmount = sum(taxes.map((line) => line.tax));
  const added = tax === "in one sum" || tax === "by rate" ? taxAmount : 0;
  const beforeTip = goods - discount + added;
  return {
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

      assert.equal(paper.sumsNote, undefined);
      assertAddsUp(paper, receipt);
    }),
    { numRuns: 200 },
  );
});

test("amounts that a till made up are printed in all three, and never as if they added up", async () => {
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
    items: fc.array(anyItem, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(anyFields, (fields) => {
      const receipt = read(fields);
      const paper = describeReceipt(receipt, { locale: "en-US" });
      assertSame(paper, receipt, { locale: "en-US", refunded: 0, renderSlip });
      const isComparable = fields.items.length > 0 || fields.subtotal !== undefined;
      if (isComparable && paper.sumsNote === undefined) assertAddsUp(paper, receipt);
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
  const money = (amount: number) => formatMoney({ amount, currency: receipt.currency }, locale);
  const printed = [
    ...paper.head.map((line) => line.text),
    ...(receipt.items ?? []).flatMap(({ totalPrice, unitPrice, quantity }, at) =>
      quantity === 1
        ? [money(totalPrice)]
        : [money(totalPrice), paper.items[at]?.factors?.quantity ?? "", money(unitPrice)],
    ),
    ...paper.sums.flatMap(({ amount, label }) => [label, money(amount)]),
  ];
  const expected = figuresIn(printed.join(" "));
  assert.deepEqual(figuresIn(text), expected);
  assert.deepEqual(figuresIn(picture.join(" ")), expected);
  assert.deepEqual(figuresIn(slip.join(" ")), expected);
}

/** From the subtotal or the items to the total, and from there to what was charged. */
function assertAddsUp({ items, sums }: PaperReceipt, { amount, totalAmount }: OpenedReceipt): void {
  const inRole = (role: string) =>
    sums.filter((line) => line.role === role).map((line) => line.amount);
  const [total] = inRole("total");
  assert.equal(total, totalAmount ?? amount);
  const ways = [
    ...inRole("subtotal"),
    ...(items.length > 0 ? [sum(items.map((one) => one.price.amount))] : []),
  ];
  const added = sum(inRole("added"));
  assert.ok(
    ways.some((way) => way + added === total),
    `${ways.join(" or ")} and ${added} are ${total}`,
  );
  const after = inRole("after");
  const [charged = total] = inRole("charged");
  if (after.length > 0) assert.equal((total ?? 0) + sum(after), charged);
  assert.equal(charged, amount);
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
