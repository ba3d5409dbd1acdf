import { z } from "zod";

/** The content of a letter, without layout. All of it is text: no part of it is markup. */
const letter = z.object({
  to: z.string(),
  subject: z.string(),
  /** Above the text; the subject without the part that only an inbox needs. */
  title: z.string(),
  paragraphs: z.array(z.string()),
  /** Label and value */
  facts: z.array(z.tuple([z.string(), z.string()])),
  action: z.object({ label: z.string(), url: z.url() }).nullable(),
  /** Id of the letter's subject, for a screen that shows whether the letter was refused. */
  about: z.string().optional(),
  /** Why the reader gets it, and what to do if it was not them. */
  note: z.string(),
});

/** With the host of the service, which the process that sends it may not know. */
export const queuedLetter = letter.extend({ host: z.string() });

export type Letter = z.output<typeof letter>;
export type QueuedLetter = z.output<typeof queuedLetter>;

const MAX_NAME_LENGTH = 80;

/**
 * A name that a stranger has chosen, for a letter: one line, short, and nothing in it that a mail program
 * would turn into a link.
 */
export function plainName(name: string): string {
  const line = name.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const short = line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
  return short.toWellFormed().replace(/([.:/@])(?=\S)/g, "$1 ");
}

const format = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** The reader's time zone is unknown, so the time names its own. */
export function letterTime(time: Date): string {
  return `${format.format(time)} UTC`;
}
