import { arrangeTaxes } from "#components/receipts/arrange-taxes.ts";
import type { ItemLine } from "#components/receipts/describe-items.ts";
import type { HeadLine, PaperReceipt, SumLine } from "#components/receipts/describe-receipt.ts";
import type { TaxTable } from "#components/receipts/describe-tax-table.ts";
import type { FiscalCode } from "#components/receipts/fiscal-code.ts";
import { directionOf } from "#components/receipts/printed-text.ts";

/** In CSS pixels, like every length here. */
export const pictureWidth = 400;
export const picturePadding = 28;
const GAP = 12;

export type Look = "normal" | "muted" | "shop" | "total";

/** `right` is the edge of its own column, where it has one. */
type PictureText = {
  text: string;
  direction: "ltr" | "rtl";
  align: "left" | "center" | "right";
  right?: number;
};

/** One row of the picture. The texts stand between `left` and `right`, whichever way they run. */
export type PictureRow =
  | { kind: "rule"; height: number; left: number; right: number }
  | { kind: "code"; height: number; text: string }
  | {
      kind: "texts";
      height: number;
      look: Look;
      texts: PictureText[];
      left: number;
      right: number;
    };

export type Measure = (text: string, look: Look) => number;

/** The rows of a receipt's picture, by line of the paper: a line does not continue in another picture. */
export function layOutPicture(paper: PaperReceipt, measure: Measure): PictureRow[][] {
  const { head, items, itemsNote, sums, sumsNote, taxTable, facts, policy, fiscal } = paper;
  const note = (text: string | undefined) => {
    return text === undefined ? [] : [paragraph(text, measure)];
  };
  return [
    ...head.map((line) => layOutHead(line, measure)),
    ...(items.length > 0 ? [[rule]] : []),
    ...items.map((item) => layOutItem(item, measure)),
    ...note(itemsNote),
    [rule],
    ...sums.map((sum) => layOutSum(sum, measure)),
    ...note(sumsNote),
    ...(taxTable ? [[rule], ...layOutTaxes(taxTable, measure)] : []),
    [rule],
    ...facts.map((fact) => spread({ ...fact, look: "muted" }, measure)),
    ...(policy.length > 0 ? [[rule], ...policy.flatMap(note)] : []),
    ...(fiscal ? [[rule], ...layOutFiscal(fiscal, measure)] : []),
  ];
}

const heights: Record<Look, number> = { normal: 20, muted: 20, shop: 24, total: 30 };

const edges = { left: picturePadding, right: pictureWidth - picturePadding };

const rule: PictureRow = { kind: "rule", height: 30, ...edges };

function layOutHead({ kind, text }: HeadLine, measure: Measure): PictureRow[] {
  const look = headLooks[kind];
  const printed = kind === "banner" ? text.toUpperCase() : text;
  const direction = directionOf(printed);
  const fits = (row: string) => measure(row, look) <= edges.right - edges.left;
  return wrap(printed, fits).map((row) => ({
    kind: "texts",
    height: heights[look],
    look,
    texts: [{ text: row.trim(), direction, align: "center" }],
    ...edges,
  }));
}

const headLooks: Record<HeadLine["kind"], Look> = {
  banner: "total",
  shop: "shop",
  address: "muted",
  detail: "muted",
  time: "muted",
};

function layOutItem(
  { label, price, taxCode, factors, discount, details }: ItemLine,
  measure: Measure,
): PictureRow[] {
  const value = [price.text, taxCode].filter(Boolean).join(" ");
  const left = edges.left + GAP;
  const below = [
    ...(factors === undefined ? [] : [{ label: factors, value: "" }]),
    ...(discount ? [{ label: discount.label, value: discount.money?.text ?? "" }] : []),
    ...details.map((detail) => ({ label: detail, value: "" })),
  ];
  return [
    ...spread({ label, value, look: "normal" }, measure),
    ...below.flatMap((columns) => spread({ ...columns, look: "muted", left }, measure)),
  ];
}

function layOutSum({ label, money, role }: SumLine, measure: Measure): PictureRow[] {
  const look = role === "total" ? "total" : role === "part" ? "muted" : "normal";
  return spread({ label, value: money.text, look }, measure);
}

function layOutTaxes(table: TaxTable, measure: Measure): PictureRow[][] {
  const width = edges.right - edges.left;
  const medium = { width, gap: GAP, measure: (text: string) => measure(text, "muted") };
  return arrangeTaxes(table, medium).map(({ label, cells }) => {
    if (cells.length === 0) return paragraph(label, measure);
    const texts: PictureText[] = cells.map(({ text, right }) => ({
      text,
      direction: "ltr",
      align: "right",
      right: edges.left + right,
    }));
    const name = { text: label, direction: directionOf(label), align: "left" } as const;
    return [
      { kind: "texts", height: heights.muted, look: "muted", texts: [name, ...texts], ...edges },
    ];
  });
}

/** The text, and below it the code that a machine reads. */
function layOutFiscal({ label, lines, qr }: FiscalCode, measure: Measure): PictureRow[][] {
  const code: PictureRow[] = qr === undefined ? [] : [{ kind: "code", height: CODE, text: qr }];
  return [
    ...[label, ...lines].map((one) => paragraph(one, measure)),
    ...(qr === undefined ? [] : [code]),
  ];
}

const CODE = 200;

function paragraph(text: string, measure: Measure): PictureRow[] {
  return spread({ label: text, value: "", look: "muted" }, measure);
}

type Columns = { label: string; value: string; look: Look; left?: number };

/** A label and, at the other edge, its value, which begins on the label's first row. */
export function spread(
  { label, value, look, left = edges.left }: Columns,
  measure: Measure,
): PictureRow[] {
  const width = edges.right - left;
  const values = wrap(value, (row) => measure(row, look) <= width * 0.65);
  const taken = Math.max(...values.map((row) => measure(row, look)));
  const room = taken === 0 ? width : width - taken - GAP;
  const labels = wrap(label, (row) => measure(row, look) <= room);
  const { length } = labels.length > values.length ? labels : values;
  return Array.from({ length }, (_, at) => ({
    kind: "texts",
    height: heights[look],
    look,
    texts: [
      { text: labels[at] ?? "", direction: directionOf(label), align: "left" },
      { text: values[at] ?? "", direction: directionOf(value), align: "right" },
    ],
    left,
    right: edges.right,
  }));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** By words; a word that is too long by itself, by letters. */
function wrap(text: string, fits: (text: string) => boolean): string[] {
  if (fits(text)) return [text];
  const split = (word: string) => Array.from(graphemes.segment(word), ({ segment }) => segment);
  const rows: string[] = [];
  let row = "";
  for (const piece of text
    .split(/(?<=\s)/)
    .flatMap((word) => (fits(word) ? [word] : split(word)))) {
    if (row !== "" && !fits(row + piece.trimEnd())) {
      rows.push(row.trimEnd());
      row = "";
    }
    row += piece;
  }
  return [...rows, row.trimEnd()];
}
