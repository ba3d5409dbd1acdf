import { readCookie, writeCookie } from "#lib/accounts/session-cookie.ts";
import { config } from "#lib/config.ts";
import type { VisitCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { MAX_VISIT_HOURS, VISIT_IDLE_MINUTES } from "#lib/core/retention.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import type { Handover, VisitResource } from "./contract.ts";
import { takeFromVisitLimits } from "./limits.ts";
import {
  deleteHandover,
  insertVisit,
  insertVisitToken,
  selectVisit,
  selectVisitCards,
  selectVisitIdByToken,
  selectVisitPayments,
  updateVisitEnded,
  updateVisitExpiry,
} from "./store.ts";
import { requireDemo, visitors } from "./visitors.ts";

const IDLE_MS = VISIT_IDLE_MINUTES * 60 * 1000;
const MAX_AGE_MS = MAX_VISIT_HOURS * 60 * 60 * 1000;
/** An expiry that is put off is written at most this often. */
const EXPIRY_PRECISION_MS = 60_000;
const HANDOVER_MS = 10 * 60 * 1000;

/** The cookie goes to the browser, which alone has the token; the database has its hash. */
export type OpenedVisit = { state: "started" | "resumed"; visit: VisitResource; cookie?: string };

/**
 * The visit of this browser, or a new one. Throws `not_found` without a demo, and
 * `rate_limit_exceeded` while it is crowded.
 */
export async function openVisit({
  cookies,
  address,
  startAgain,
}: {
  cookies: string | null;
  address: string;
  startAgain: boolean;
}): Promise<OpenedVisit> {
  await requireDemo();
  const current = await findVisit(cookies);
  if (current && !startAgain) {
    return { state: "resumed", visit: await describeVisit(current.visitId) };
  }
  await takeFromVisitLimits(address);
  if (current) await updateVisitEnded(current.visitId);

  const visitId = createId("visit");
  await insertVisit(visitId, new Date(Date.now() + IDLE_MS));
  const cookie = await createSession(visitId);
  return { state: "started", visit: await describeVisit(visitId), cookie };
}

/** The visit in the Cookie header, which is in use now. Undefined once it has ended. */
export async function findVisit(cookies: string | null): Promise<VisitCaller | undefined> {
  const token = readCookie(cookies, COOKIE);
  const row = token === undefined ? undefined : await selectVisitIdByToken(hashToken(token));
  if (!row) return undefined;

  const { visitId, createdAt, expiresAt } = row;
  const latest = createdAt.getTime() + MAX_AGE_MS;
  const wanted = new Date(Math.min(Date.now() + IDLE_MS, latest));
  if (wanted.getTime() - expiresAt.getTime() > EXPIRY_PRECISION_MS) {
    await updateVisitExpiry(visitId, wanted);
  }
  return { via: "visit", visitId, ...visitors };
}

/** What the service keeps of a visit. Throws `unauthorized` if it has ended a moment ago. */
export async function describeVisit(visitId: string): Promise<VisitResource> {
  const [row, cards, payments] = await Promise.all([
    selectVisit(visitId),
    selectVisitCards(visitors, visitId),
    selectVisitPayments(visitors, visitId),
  ]);
  if (!row) throw new AppError("unauthorized", { message: "This visit has ended" });

  const paymentsLeft = Math.max(0, config().rateLimits.visits.payments - row.payments);
  const { expiresAt, browsers } = row;
  return { visitId, expiresAt, paymentsLeft, browsers, cards, payments };
}

export async function createHandover({ visitId }: VisitCaller): Promise<Handover> {
  const code = createToken("go");
  const expiresAt = new Date(Date.now() + HANDOVER_MS);
  await insertVisitToken({ hash: hashToken(code), visitId, purpose: "handover", expiresAt });
  return { code, expiresAt };
}

/** Takes a visit to the browser that has the code. Throws `not_found` for a code that was used. */
export async function joinVisit({ code }: { code: string }): Promise<OpenedVisit> {
  await requireDemo();
  const visitId = await deleteHandover(hashToken(code));
  if (visitId === undefined) {
    throw new AppError("not_found", { message: "This link was used already, or has expired" });
  }
  const cookie = await createSession(visitId);
  return { state: "resumed", visit: await describeVisit(visitId), cookie };
}

const COOKIE = "sealslip.visit";

async function createSession(visitId: string): Promise<string> {
  const token = createToken("visit");
  const expiresAt = new Date(Date.now() + MAX_AGE_MS);
  await insertVisitToken({ hash: hashToken(token), visitId, purpose: "session", expiresAt });
  return writeCookie(COOKIE, token, { maxAge: MAX_AGE_MS / 1000, sameSite: "Strict" });
}
