import assert from "node:assert/strict";
import type { Letter } from "#lib/mail/letter.ts";
import { openLetter } from "#lib/mail/queue-letter.ts";
import { prisma } from "#lib/storage/database.ts";

/** The letters to an address that wait to be sent, the latest first. */
export async function readLetters(to: string): Promise<Letter[]> {
  const rows = await prisma().mail.findMany({ orderBy: { id: "desc" } });
  return rows.map(openLetter).filter((letter) => letter.to === to);
}

/** The link in the latest letter to an address. */
export async function readLink(to: string): Promise<string> {
  const [letter] = await readLetters(to);
  assert.ok(letter?.action, `no link was sent to ${to}`);
  return letter.action.url;
}

/** The token in that link. */
export async function readToken(to: string): Promise<string> {
  return new URL(await readLink(to)).hash.slice(1);
}
