import PDFDocument from "pdfkit";
import { formatShopTime, readLogo } from "#components/receipts/paper-receipt.ts";
import { printedText } from "#components/receipts/printed-text.ts";
import { pictureWidth, spread } from "#components/wallet/lay-out-picture.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { PlainSentence, Translate } from "#lib/languages/translate.ts";
import { createPdfInk } from "./pdf-ink.ts";
import { createLetters, type FontFiles } from "./pdf-letters.ts";
import { type PdfPage, planPages, type Section } from "./pdf-pages.ts";
import { type Checked, describeSections } from "./pdf-sections.ts";
import type { ReadableReceipt } from "./select-receipts.ts";
import type { TextPictures } from "./text-pictures.ts";

export type PdfOptions = {
  /** BCP 47. */
  locale: string;
  t: Translate;
  timeZone: string;
  check: (receipt: ReadableReceipt) => Promise<Checked>;
  fonts: FontFiles;
  /** Undefined where nothing can be drawn: letters that the fonts lack are replaced, and the file says so. */
  pictures: TextPictures | undefined;
};

/** Points for a pixel of the slip, whose 400 pixels are 300 points wide; smaller where that saves a page. */
const scales = [0.75, 0.68, 0.6] as const;
const MARGIN = 36;

/**
 * Each receipt from a new page on. Its text can be searched, and the fonts are in the file. After each receipt, `written`
 * is called and may wait, or throw to end it.
 */
export async function writePdf(
  receipts: readonly ReadableReceipt[],
  { check, fonts, locale, pictures, t, timeZone }: PdfOptions,
  written: () => Promise<void>,
): Promise<Blob> {
  const paper = paperOf(locale);
  const document = new PDFDocument({
    size: paper,
    margin: 0,
    autoFirstPage: false,
    // Without one, a standard font is looked up, which this file does not need.
    font: "",
    lang: t.language,
    displayTitle: true,
    info: { Title: nameFile(receipts, t), Creator: "Sealslip", Producer: "Sealslip" },
  });
  const file = collect(document);
  const ink = createPdfInk(document, { fonts, letters: createLetters(fonts), pictures });
  for (const receipt of receipts) {
    await drawReceipt(receipt);
    await written();
  }
  document.end();
  return await file;

  async function drawReceipt(receipt: ReadableReceipt): Promise<void> {
    const uri = readLogo(receipt.content);
    const logo = uri === undefined ? undefined : await pictures?.readLogo(uri);
    const checked = await check(receipt);
    const before = ink.countReplaced();
    const sections = describeSections(receipt, { checked, locale, logo, t, timeZone }, ink.measure);
    if (ink.countReplaced() > before) {
      const said = spread({ label: t(REMARK), value: "", look: "muted" }, ink.measure);
      sections.push({ frame: undefined, blocks: [said] });
    }
    const { pages, scale } = fitPages(sections);
    for (const [at, page] of pages.entries()) {
      document.addPage();
      if (at === 0 && receipts.length > 1) document.outline.addItem(nameReceipt(receipt, locale));
      document.save();
      document.translate((document.page.width - pictureWidth * scale) / 2, MARGIN).scale(scale);
      ink.drawPage(page);
      document.restore();
    }
  }

  function fitPages(sections: readonly Section[]): { pages: PdfPage[]; scale: number } {
    const height = (paper === "LETTER" ? 792 : 842) - 2 * MARGIN;
    const plans = scales.map((scale) => ({ pages: planPages(sections, height / scale), scale }));
    const [regular] = plans;
    return plans.find(({ pages }) => pages.length === 1) ?? regular ?? { pages: [], scale: 1 };
  }
}

const REMARK: PlainSentence =
  "▒ stands for a letter that this browser could not draw. The JSON file of the same receipt has all of them.";

function nameFile([first, ...others]: readonly ReadableReceipt[], t: Translate): string {
  return first && others.length === 0 ? printedText(first.content.merchantName) : t("Receipts");
}

/** In the outline of the file. */
function nameReceipt({ content }: ReadableReceipt, locale: string): string {
  const { amount, currency, merchantName } = content;
  const day = formatShopTime(content, locale, { dateStyle: "medium" });
  return [day, printedText(merchantName), formatMoney({ amount, currency }, locale)].join(" · ");
}

/** The regions that print on Letter; all others have A4. */
const letterRegions = new Set("CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));

function paperOf(locale: string): "A4" | "LETTER" {
  const { region = "" } = new Intl.Locale(locale).maximize();
  return letterRegions.has(region) ? "LETTER" : "A4";
}

function collect(document: InstanceType<typeof PDFDocument>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve, reject) => {
    document.on("data", (part: Uint8Array<ArrayBuffer>) => parts.push(part));
    document.on("end", () => resolve(new Blob(parts, { type: "application/pdf" })));
    document.on("error", reject);
  });
}
