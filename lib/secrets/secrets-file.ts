import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";

/** `NAME="value"`, line by line. */
export function toLines(secrets: Record<string, string | undefined>): string {
  const lines = Object.entries(secrets).flatMap(([name, value]) =>
    value ? [`${name}="${value}"\n`] : [],
  );
  return lines.join("");
}

/** Writes a file beside the path, readable to its owner only, and flushes it to disk; returns its path. */
export async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    return draft;
  } finally {
    await file.close();
  }
}
