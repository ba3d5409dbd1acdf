import { styleText } from "node:util";

/** Without characters that a terminal would obey: names and receipts were written by others. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD");
}

/** Colored on a terminal, unless NO_COLOR is set. */
export function color(
  format: "red" | "green" | "yellow" | "dim" | "bold",
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return styleText(format, text, { stream });
}

/** Cut to a width, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  return width < 1 ? "" : `${characters.slice(0, width - 1).join("")}…`;
}
