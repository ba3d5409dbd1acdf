import { encode } from "uqr";
import type { PaperReceipt } from "#components/receipts/describe-receipt.ts";
import { type Look, layOutPicture, type PictureRow, pictureWidth } from "./lay-out-picture.ts";
import { paginate } from "./paginate.ts";

const PADDING = 28;
/** For sharp letters on phones. */
const SCALE = 2;

const fonts: Record<Look, string> = {
  normal: "13px ui-monospace, monospace",
  muted: "13px ui-monospace, monospace",
  shop: "600 15px ui-monospace, monospace",
  total: "600 17px ui-monospace, monospace",
};

// The light tokens of app/globals.css.
const colors = { paper: "#fffdf8", ink: "#23201a", muted: "#635c50", line: "#d6cfc0" };

type Drawing = { kind: "drawn"; files: File[] } | { kind: "too_long" } | { kind: "unable" };

/**
 * A receipt as pictures, which every app takes: one, or several where it is long. They are drawn on this
 * device.
 */
export async function drawReceipt(paper: PaperReceipt, receiptId: string): Promise<Drawing> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return { kind: "unable" };

  const blocks = layOutPicture(paper, (text, look) => {
    context.font = fonts[look];
    return context.measureText(text).width;
  });
  const pages = paginate(blocks);
  if (!pages) return { kind: "too_long" };

  const name = `receipt-${receiptId.replace(/[^\w-]+/g, "-")}`;
  const files: File[] = [];
  for (const [at, rows] of pages.entries()) {
    drawPage(context, rows);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) return { kind: "unable" };
    const number = pages.length === 1 ? "" : `-${at + 1}-of-${pages.length}`;
    files.push(new File([blob], `${name}${number}.png`, { type: blob.type }));
  }
  return { kind: "drawn", files };
}

function drawPage(context: CanvasRenderingContext2D, rows: readonly PictureRow[]): void {
  const { canvas } = context;
  const height = rows.reduce((sum, row) => sum + row.height, 2 * PADDING);
  // A new size resets everything that was set before.
  canvas.width = pictureWidth * SCALE;
  canvas.height = height * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, pictureWidth, height);
  context.textBaseline = "middle";
  context.strokeStyle = colors.line;
  context.setLineDash([3, 3]);
  let top = PADDING;
  for (const row of rows) {
    drawRow(context, row, top);
    top += row.height;
  }
}

function drawRow(context: CanvasRenderingContext2D, row: PictureRow, top: number): void {
  const { height } = row;
  if (row.kind === "code") {
    drawCode(context, row.text, { top, size: height });
    return;
  }
  const { left, right } = row;
  const middle = top + height / 2;
  if (row.kind === "rule") {
    context.beginPath();
    context.moveTo(left, middle);
    context.lineTo(right, middle);
    context.stroke();
    return;
  }
  context.save();
  // Marks stacked on a letter do not reach into the rows around it.
  context.beginPath();
  context.rect(0, top, pictureWidth, height);
  context.clip();
  context.font = fonts[row.look];
  context.fillStyle = row.look === "muted" ? colors.muted : colors.ink;
  const xs = { left, center: (left + right) / 2, right };
  for (const { align, direction, text, right: edge = xs[align] } of row.texts) {
    context.textAlign = align;
    context.direction = direction;
    context.fillText(text, edge, middle);
  }
  context.restore();
}

/** Black on white in whole pixels, as scanners need it. */
function drawCode(
  context: CanvasRenderingContext2D,
  text: string,
  { top, size }: { top: number; size: number },
): void {
  const code = encode(text, { ecc: "M", border: 4 });
  const module = Math.floor((size * SCALE) / code.size) / SCALE;
  const left = Math.round((pictureWidth - module * code.size) / 2);
  context.fillStyle = "#fff";
  context.fillRect(left, top, module * code.size, module * code.size);
  context.fillStyle = "#000";
  for (const [y, row] of code.data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(left + x * module, top + y * module, module, module);
    }
  }
}
