const WIDTH = 400;
const PADDING = 28;
const LINE_HEIGHT = 20;
/** For sharp letters on phones. */
const SCALE = 2;
const FONT = "13px ui-monospace, monospace";

/** The text of a receipt as a picture, which every app takes. It is drawn on this device. */
export async function drawReceipt(text: string, receiptId: string): Promise<File | undefined> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return undefined;

  context.font = FONT;
  const lines = text.split("\n").flatMap((line) => layOut(line, context));
  canvas.width = WIDTH * SCALE;
  canvas.height = (lines.length * LINE_HEIGHT + 2 * PADDING) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = "#fffdf8";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#23201a";
  // A new size resets what was set before.
  context.font = FONT;
  context.textBaseline = "middle";
  for (const [at, { label, value }] of lines.entries()) {
    const y = PADDING + (at + 0.5) * LINE_HEIGHT;
    context.textAlign = "left";
    context.fillText(label, PADDING, y);
    context.textAlign = "right";
    context.fillText(value, WIDTH - PADDING, y);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return undefined;
  const name = receiptId.replace(/[^\w-]+/g, "-");
  return new File([blob], `receipt-${name}.png`, { type: blob.type });
}

type Line = { label: string; value: string };

/** Two blanks divide a label from its sum, which stands on the label's last line. */
function layOut(line: string, context: CanvasRenderingContext2D): Line[] {
  const [, label = line, value = ""] = /^(.*?) {2}(.*)$/.exec(line) ?? [];
  const room = WIDTH - 2 * PADDING - context.measureText(`${value} `).width;
  const rows = wrap(label, (text) => context.measureText(text).width <= room);
  return rows.map((row, at) => ({ label: row, value: at === rows.length - 1 ? value : "" }));
}

/** By words; a word that is too long by itself, by characters. */
function wrap(text: string, fits: (text: string) => boolean): string[] {
  const rows: string[] = [];
  let row = "";
  for (const piece of text.split(/(?<=\s)/).flatMap((word) => (fits(word) ? [word] : [...word]))) {
    if (row !== "" && !fits(row + piece)) {
      rows.push(row.trimEnd());
      row = "";
    }
    row += piece;
  }
  return [...rows, row];
}
