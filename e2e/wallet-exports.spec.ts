import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { type Download, expect, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { pngUri } from "#lib/testing/draw-picture.ts";
import { lookOver } from "./look-over.ts";
import {
  addCard,
  confirmWithPin,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

const items = [
  { lineItemId: "1", name: "Brot", quantity: 2, unitPrice: 300, totalPrice: 600, taxCode: "B" },
  { lineItemId: "2", name: "寿司", quantity: 1, unitPrice: 690, totalPrice: 690, taxCode: "B" },
];
const shop = {
  merchantName: "Bäckerei 寿司屋",
  merchantLogo: pngUri(),
  items,
  pricesIncludeTax: true,
  taxes: [{ name: "MwSt", ratePercent: 7, net: 1206, amount: 84, code: "B" }],
  fiscal: { scheme: "TSE", qr: "V0;955002-00;Kassenbeleg" },
};

test("a receipt is saved as PDF, and a list as CSV, which other programs read back", async ({
  page,
  request,
}) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const payment = await payWithCard(request, hashedPan, shop);
  await payWithCard(request, hashedPan);

  await goToReceipt(page, payment);
  await openReceipt(page);
  await confirmWithPin(page);
  await page.getByRole("button", { name: "Save as a file" }).click();
  await lookOver(page);
  const pdf = await saveFile(page);
  expect(pdf.suggestedFilename()).toMatch(/^receipt-.+\.pdf$/);
  const bytes = readFileSync(await pdf.path());
  const { fonts, text } = await readPdf(bytes);
  for (const said of ["Bäckerei", "Brot", "€6.00", "MwSt 7%", "Total", "€12.90"]) {
    expect(text).toContain(said);
  }
  expect(fonts).not.toHaveLength(0);
  // What the fonts do not have is a picture that says what it shows.
  expect(listPictureTexts(bytes)).toEqual(["寿司屋", "寿司"]);
  expect(bytes.toString("latin1").match(/\/DCTDecode/g)).toHaveLength(3);
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByRole("button", { name: "Save as a file" }).click();
  await expect(page.getByText("1 receipt will be in the file.")).toBeVisible();
  await expect(page.getByText("1 sealed receipt is not in it.")).toBeVisible();
  await page.getByRole("radio", { name: /^CSV/ }).check();
  const csv = await saveFile(page);
  const rows: Record<string, string>[] = parse(readFileSync(await csv.path()), {
    columns: true,
    bom: true,
  });
  expect(rows).toMatchObject([
    { paymentId: payment, row: "item", name: "Brot", lineTotal: "6", lineTax: "0.39" },
    { paymentId: payment, row: "item", name: "寿司", lineTotal: "6.9", lineTax: "0.45" },
    { paymentId: payment, row: "tax", taxNet: "12.06", taxAmount: "0.84" },
  ]);
});

test("while a key is in no backup, the list says so, until it is put off or saved", async ({
  page,
}) => {
  await enterWallet(page);
  await addCard(page);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  const reminder = page.getByRole("region", { name: "Backup" });
  await expect(reminder).toContainText("Your keys exist on this device only");
  await lookOver(page);
  await reminder.getByRole("button", { name: "Not now" }).click();
  await expect(reminder).toBeHidden();
  await page.reload();
  await expect(page.getByText("No receipts yet")).toBeVisible();
  await expect(reminder).toBeHidden();

  await addCard(page);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await reminder.getByRole("link", { name: "Back up" }).click();
  await page.getByLabel("Passphrase for the file").fill("four words of mine");
  await page.getByRole("button", { name: "Save the backup file" }).click();
  await confirmWithPin(page);
  await expect(page.getByText("is in your downloads")).toBeVisible();
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await expect(page.getByText("No receipts yet")).toBeVisible();
  await expect(reminder).toBeHidden();
});

async function saveFile(page: Page): Promise<Download> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the file" }).click();
  return await download;
}

async function readPdf(bytes: Uint8Array): Promise<{ text: string; fonts: string[] }> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items: read, styles } = await (await document.getPage(1)).getTextContent();
  const text = read.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { text, fonts: Object.keys(styles) };
}

/** The `ActualText` of a page's pictures, which the reader of text above leaves out. */
function listPictureTexts(bytes: Buffer): string[] {
  const streams = bytes.toString("latin1").matchAll(/stream\r?\n(.*?)\r?\nendstream/gs);
  const pages = [...streams].flatMap(([, data = ""]) => {
    try {
      return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
    } catch {
      return [];
    }
  });
  const texts = pages.join("\n").matchAll(/\/ActualText \(\xfe\xff(.*?)\)\n?>>/gs);
  return [...texts].map(([, utf16 = ""]) => {
    const plain = Buffer.from(utf16.replace(/\\(.)/gs, "$1"), "latin1");
    return plain.swap16().toString("utf16le");
  });
}
