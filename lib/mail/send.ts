import { log } from "#lib/log/logger.ts";
import { openTransport, type Transport } from "./open-transport.ts";
import { openLetter } from "./queue-letter.ts";
import {
  claimDueMail,
  countMails,
  type DueMail,
  deleteExpiredMails,
  deleteMail,
  deleteOldBounces,
  deleteRefusedMail,
  selectNextMailDue,
  updateMailRetry,
} from "./store.ts";

/** For one run; the next run sends the rest. */
const MAX_LETTERS = 500;
/** Longer than a server can take within the time limits of the transport. */
const LEASE_SECONDS = 300;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 60 * 60_000;
/** Longer than any invitation or link stays valid. */
const BOUNCE_DAYS = 30;

/**
 * Sends the letters that are due, one after the other: when a process dies, at most its current letter is
 * sent again. Returns when to run next, if letters are left.
 */
export async function sendLetters(
  transport: Transport = openTransport(),
): Promise<Date | undefined> {
  const expired = await deleteExpiredMails();
  await deleteOldBounces(BOUNCE_DAYS);
  if (expired > 0) log().warn({ expired }, "letters were not sent in time and are given up");
  try {
    return await sendDue(transport);
  } finally {
    transport.close();
  }
}

/** How many are still to be sent. */
export async function countLetters(): Promise<number> {
  return await countMails();
}

async function sendDue(transport: Transport): Promise<Date | undefined> {
  for (let count = 0; count < MAX_LETTERS; count += 1) {
    const mail = await claimDueMail(LEASE_SECONDS);
    if (!mail) break;
    // If the server cannot be reached for one letter, it cannot for the next.
    if ((await send(mail, transport)) === "unreachable") return nextTry(mail);
  }
  return await selectNextMailDue();
}

type Outcome = "done" | "later" | "unreachable";

async function send(mail: DueMail, transport: Transport): Promise<Outcome> {
  const { id, attempts } = mail;
  try {
    await transport.send(id, openLetter(mail));
  } catch (error) {
    const failure = judge(error);
    // Never the answer of the server or the error's own text, which may repeat the recipient.
    log().warn({ mail: id, attempts, ...failure }, "a letter was not sent");
    if (failure.outcome === "done") await deleteRefusedMail(id, openLetter(mail).about);
    else await updateMailRetry(id, nextTry(mail));
    return failure.outcome;
  }
  await deleteMail(id);
  return "done";
}

/** RFC 5321 section 4.2.1: a 5yz answer about this letter is final, a 4yz answer is not. */
function judge(error: unknown): { outcome: Outcome; reason: string; status?: number } {
  if (!(error instanceof Error)) return { outcome: "later", reason: typeof error };

  const reason = "code" in error ? String(error.code) : error.name;
  const status = "responseCode" in error ? Number(error.responseCode) : undefined;
  // About the envelope or the text; any other failure is about the server, or the way to it.
  const isAboutLetter = reason === "EENVELOPE" || reason === "EMESSAGE";
  if (!isAboutLetter) return { outcome: isOurs(error) ? "later" : "unreachable", reason };
  if (status === undefined) return { outcome: "done", reason };
  return { outcome: status >= 500 ? "done" : "later", reason, status };
}

/** A row that does not open, or a full disk: says nothing about the other letters. */
function isOurs(error: Error): boolean {
  return !("command" in error) && !("responseCode" in error);
}

function nextTry({ attempts }: DueMail): Date {
  return new Date(Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)));
}
