import type PDFDocument from "pdfkit";
import { encode } from "uqr";
import { type Look, pictureWidth } from "#components/wallet/lay-out-picture.ts";
import {
  ADVANCE,
  baselineOf,
  type FontFiles,
  faces,
  type Letters,
  listLetters,
  type Run,
} from "./pdf-letters.ts";
import type { PdfPage, PdfRow } from "./pdf-pages.ts";
import type { TextPictures } from "./text-pictures.ts";

type Document = InstanceType<typeof PDFDocument>;
type TextRow = Extract<PdfRow, { kind: "texts" }>;
type Ink = { fonts: FontFiles; letters: Letters; pictures: TextPictures | undefined };

// The light tokens of app/globals.css.
const colors = { ink: "#23201a", muted: "#635c50", line: "#d6cfc0", alarm: "#96380f" };

/** Stands for a letter that nothing here can draw. */
const REPLACED = "▒";

/** Measures and draws the rows of a receipt, in CSS pixels from wherever the document's origin is. */
export function createPdfInk(document: Document, { fonts, letters, pictures }: Ink) {
  for (const [name, bytes] of Object.entries(fonts)) document.registerFont(name, bytes);
  let replaced = 0;

  return {
    measure(text: string, look: Look): number {
      return splitText(text, look).reduce((sum, run) => sum + widthOf(run, look), 0);
    },
    /** How many letters had to be replaced so far. */
    countReplaced: () => replaced,
    drawPage({ frames, rows }: PdfPage): void {
      for (const { bottom, isAlarm, top } of frames) {
        document.rect(0, top, pictureWidth, bottom - top).lineWidth(isAlarm ? 2 : 0.75);
        document.undash().stroke(isAlarm ? colors.alarm : colors.line);
      }
      for (const { isAlarm, row, top } of rows) drawRow(row, { top, isAlarm });
    },
  };

  function drawRow(row: PdfRow, { top, isAlarm }: { top: number; isAlarm: boolean }): void {
    switch (row.kind) {
      case "rule":
        document.moveTo(row.left, top + row.height / 2).lineTo(row.right, top + row.height / 2);
        document.lineWidth(0.75).dash(3, { space: 3 }).stroke(colors.line);
        return;
      case "code":
        drawCode(row.text, { top, size: row.height });
        return;
      case "logo": {
        const { height, uri, width } = row.logo;
        document.image(uri, (pictureWidth - width) / 2, top, { width, height });
        return;
      }
      case "texts":
        drawTexts(row, { top, color: colorOf(row.look, isAlarm) });
    }
  }

  function drawTexts(row: TextRow, { color, top }: { color: string; top: number }): void {
    const { height, left, look, right } = row;
    for (const { align, right: edge = right, text } of row.texts) {
      const runs = splitText(text, look);
      const width = runs.reduce((sum, run) => sum + widthOf(run, look), 0);
      const starts = { left, center: (left + right - width) / 2, right: edge - width };
      let x = starts[align];
      for (const run of runs) {
        if (run.text.trim() !== "") drawRun(run, { x, top, color, look, height });
        x += widthOf(run, look);
      }
    }
  }

  type Place = { x: number; top: number; color: string; look: Look; height: number };

  function drawRun(run: Run, { color, height, look, top, x }: Place): void {
    if (run.font !== undefined) {
      document.font(run.font).fontSize(faces[look].size).fillColor(color);
      const y = top + baselineOf(look, height);
      document.text(run.text, x, y, { lineBreak: false, baseline: "alphabetic", features: [] });
      return;
    }
    if (!pictures) return;
    // What the picture says can still be searched and copied.
    document.markContent("Span", { actual: run.text });
    const uri = pictures.draw(run.text, { look, color, rowHeight: height });
    document.image(uri, x, top, { width: widthOf(run, look), height });
    document.endMarkedContent();
  }

  function splitText(text: string, look: Look): Run[] {
    const runs = letters.split(text, faces[look].weight);
    if (pictures) return runs;
    return runs.map(({ font, text: given }): Run => {
      if (font !== undefined) return { font, text: given };
      const count = listLetters(given).length;
      replaced += count;
      return { font: `symbols2-${faces[look].weight}`, text: REPLACED.repeat(count) };
    });
  }

  function widthOf({ font, text }: Run, look: Look): number {
    if (font === undefined) return pictures?.measure(text, look) ?? 0;
    // Each letter of a font is one unit of text.
    return text.length * faces[look].size * ADVANCE;
  }

  /** Black on white, as scanners need it. */
  function drawCode(text: string, { size, top }: { size: number; top: number }): void {
    const code = encode(text, { ecc: "M", border: 4 });
    const module = size / code.size;
    const left = (pictureWidth - size) / 2;
    for (const [y, row] of code.data.entries()) {
      for (const [x, isDark] of row.entries()) {
        if (isDark) document.rect(left + x * module, top + y * module, module, module);
      }
    }
    document.fill("#000");
  }
}

function colorOf(look: Look, isAlarm: boolean): string {
  if (isAlarm && look === "shop") return colors.alarm;
  return look === "muted" ? colors.muted : colors.ink;
}
