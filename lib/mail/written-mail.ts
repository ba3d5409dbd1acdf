import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { MailEntry, OpenedMail } from "./contract.ts";
import { requireMailbox } from "./mailbox-access.ts";

/** How many files stay; the oldest go first. */
const MAX_FILES = 200;
const MAX_LISTED = 50;

/** Writes the file in one step; writing the same letter again replaces it. */
export async function writeMailFile(id: string, message: Buffer | Readable): Promise<void> {
  const folder = mailFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${id}.draft`);
  await writeFile(draft, message, { mode: 0o600 });
  await rename(draft, join(folder, `${id}.eml`));
  const surplus = (await listIds()).slice(MAX_FILES);
  await Promise.all(surplus.map((old) => rm(join(folder, `${old}.eml`), { force: true })));
}

/** The written letters, the latest first. Throws `not_found` where this browser may not read them. */
export async function listMails({ visitor }: { visitor: Visitor }): Promise<MailEntry[]> {
  requireMailbox(visitor);
  const ids = (await listIds()).slice(0, MAX_LISTED);
  const mails = await Promise.all(ids.map(async (id) => ({ id, mail: await readMail(id) })));
  return mails.flatMap(({ id, mail }) => (mail ? [toEntry(id, mail)] : []));
}

type Visitor = Parameters<typeof requireMailbox>[0];

/** Throws `not_found`, also for a deleted letter. */
export async function openMail({
  visitor,
  mailId,
}: {
  visitor: Visitor;
  mailId: string;
}): Promise<OpenedMail & { html: string }> {
  requireMailbox(visitor);
  const mail = isId("mail", mailId) ? await readMail(mailId) : undefined;
  if (!mail) throw new AppError("not_found", { message: "No such email" });
  return { ...toEntry(mailId, mail), text: mail.text ?? "", html: mail.html ?? "" };
}

function mailFolder(): string {
  return join(config().dataDir, "mail");
}

/** The latest first: ids sort by time. */
async function listIds(): Promise<string[]> {
  const files = await readdir(mailFolder()).catch(ignoreMissing);
  const ids = (files ?? [])
    .filter((file) => file.endsWith(".eml"))
    .map((file) => file.slice(0, -4));
  return ids
    .filter((id) => isId("mail", id))
    .sort()
    .reverse();
}

async function readMail(id: string): Promise<Email | undefined> {
  const message = await readFile(join(mailFolder(), `${id}.eml`)).catch(ignoreMissing);
  return message && (await PostalMime.parse(message));
}

function toEntry(id: string, { to, subject, date }: Email): MailEntry {
  const addresses = (to ?? []).flatMap(({ address }) => address ?? []);
  return { id, to: addresses.join(", "), subject: subject ?? "", at: new Date(date ?? 0) };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
