import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { english } from "#lib/languages/translate.ts";
import { type FontFiles, subsets, weights } from "./pdf-letters.ts";
import type { Checked } from "./pdf-sections.ts";
import { note, sale, yen } from "./sample-receipts.ts";
import type { ReadableReceipt } from "./select-receipts.ts";
import { writePdf } from "./write-pdf.ts";

const fonts = Object.fromEntries(
  subsets.flatMap((subset) =>
    weights.map((weight) => {
      const file = `node_modules/@fontsource/geist-mono/files/geist-mono-${subset}-${weight}-normal.woff`;
      return [`${subset}-${weight}`, new Uint8Array(readFileSync(file))];
    }),
  ),
) as FontFiles;

type Given = { locale?: string; checked?: Checked; written?: () => Promise<void> };

async function make(receipts: ReadableReceipt[], given: Given = {}): Promise<Uint8Array> {
  const { checked = { alarms: [] }, locale = "de-DE", written = async () => undefined } = given;
  const check = async () => checked;
  // Node has no canvas: what the fonts lack is replaced.
  const options = {
    check,
    fonts,
    locale,
    pictures: undefined,
    t: english,
    timeZone: "Europe/Berlin",
  };
  return new Uint8Array(await (await writePdf(receipts, options, written)).arrayBuffer());
}

/** The text of each page, and the fonts that it uses, as another program reads them. */
async function readBack(data: Uint8Array) {
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages: { text: string; fonts: string[]; missing: boolean[]; width: number }[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const operators = await page.getOperatorList();
    const names = operators.fnArray.flatMap((operator, at) =>
      operator === OPS.setFont ? [String(operators.argsArray[at][0])] : [],
    );
    const used = [...new Set(names)].map((name) => page.commonObjs.get(name));
    pages.push({
      text: items
        .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
        .join(""),
      fonts: used.map(({ name }) => name),
      missing: used.map(({ missingFile }) => missingFile === true),
      width: page.getViewport({ scale: 1 }).width,
    });
  }
  const outline = (await document.getOutline()) ?? [];
  return { pages, outline: outline.map(({ title }) => title) };
}

test("the text of a PDF can be searched, and its fonts are in the file", async () => {
  const bytes = await make([sale]);
  const { pages } = await readBack(bytes);
  const [page] = pages;
  assert.equal(pages.length, 1);
  const expected = [
    "Bäckerei Süß",
    "Große Straße 1, 50667 Köln, DE",
    "Kaffee, gemahlen",
    "11,90 €",
    "MwSt 19 %",
    "Total",
    "16,50 €",
    "Visa •••• 4242",
    "Seriennummer 1234",
    "For returns, show this code.",
  ];
  const text = page?.text.replaceAll("\u00a0", " ") ?? "";
  assert.deepEqual(
    expected.filter((one) => !text.includes(one)),
    [],
    text,
  );
  assert.ok(
    page?.fonts.every((name) => name.includes("GeistMono")),
    page?.fonts.join(),
  );
  assert.ok((page?.fonts.length ?? 0) >= 2);
  assert.ok(page?.missing.every((isMissing) => !isMissing));
  // Subsets: the fonts as a whole would be more.
  assert.ok(bytes.length < 40_000, `${bytes.length} bytes`);
});

test("letters that can be neither written nor drawn are replaced, and the file says so", async () => {
  const { pages } = await readBack(await make([yen]));
  const text = pages.map((page) => page.text).join("\n");
  assert.ok(text.includes("▒▒▒ Привет"), text);
  assert.ok(text.includes("▒ stands for a letter"), text);
  const others = await readBack(await make([note]));
  assert.ok(!others.pages[0]?.text.includes("▒ stands for"));
});

test("each receipt begins a page, has an entry in the outline, and a refund says what it is", async () => {
  const { outline, pages } = await readBack(await make([sale, note], { locale: "en-US" }));
  assert.equal(pages.length, 2);
  assert.deepEqual(outline, [
    "Nov 20, 2026 · Bäckerei Süß · €16.50",
    "Nov 21, 2026 · Bäckerei Süß · €5.95",
  ]);
  const [, second] = pages;
  assert.ok(second?.text.includes("REFUND"));
  assert.ok(second?.text.includes("+€5.95"));
  assert.ok(!second?.text.includes("For returns"));
  // Letter, as printers in the United States have it.
  assert.equal(second?.width, 612);
});

test("an alarm stands before the paper, and takes the code for returns away", async () => {
  const alarms = [{ title: "The signature does not match", text: "It was not signed." }];
  const { pages } = await readBack(await make([sale], { checked: { alarms } }));
  const text = pages[0]?.text ?? "";
  assert.ok(text.indexOf("Do not rely on this receipt") < text.indexOf("Bäckerei"), text);
  assert.ok(text.includes("The signature does not match"));
  assert.ok(!text.includes("For returns"));
});

test("what is proven stands below the paper in words", async () => {
  const verdict = {
    seal: { state: "device", others: [], unlisted: [] },
    signature: { state: "valid", thumbprint: "T".repeat(43), madeUp: [] },
    signer: { kind: "seen", since: "2026-10-01T00:00:00.000Z" },
    differs: [],
    signedSince: undefined,
  } as NonNullable<Checked["verdict"]>;
  const { pages } = await readBack(await make([sale], { checked: { verdict, alarms: [] } }));
  const text = pages
    .map((page) => page.text)
    .join("\n")
    .replaceAll("\n", " ");
  assert.ok(text.includes("Sealed at the till for this device"), text);
  assert.ok(text.includes("T".repeat(40)), text);
});

test("a long receipt goes on to further pages, and nothing of it is lost", async () => {
  const items = Array.from({ length: 200 }, (_, at) => ({
    lineItemId: `${at}`,
    name: `Article number ${at}`,
    quantity: 1,
    unitPrice: 100,
    totalPrice: 100,
  }));
  const long = { ...sale, content: { ...sale.content, items, amount: 20_000, tipAmount: 0 } };
  const { pages } = await readBack(await make([long]));
  assert.ok(pages.length > 2, `${pages.length} pages`);
  const text = pages.map((page) => page.text).join("\n");
  assert.deepEqual(
    items.filter(({ name }) => !text.includes(name)),
    [],
  );
});

test("a PDF can be ended after each receipt", async () => {
  const stopped = new Error("stopped");
  let receipts = 0;
  const written = async () => {
    receipts += 1;
    if (receipts === 2) throw stopped;
  };
  await assert.rejects(make([sale, note, yen], { written }), stopped);
  assert.equal(receipts, 2);
});
