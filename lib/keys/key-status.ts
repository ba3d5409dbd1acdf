import { SESSION_COOKIE_SECONDS } from "#lib/accounts/session-cookie.ts";
import { escrowEndOf } from "#lib/escrow/horizon.ts";
import { RESERVED_MINUTES } from "#lib/reservations/contract.ts";
import {
  countSessionsBefore,
  type KeyUse,
  type RecordedKey,
  selectKeyUses,
  selectMoves,
  selectRecordedKeys,
} from "./store.ts";

type KeyState = "current" | "readable" | "retired";

export type KeyStatus = {
  purpose: string;
  version: number;
  state: KeyState;
  recordedAt: Date;
  /** Rows that need this version. */
  rows: number;
  uses: { name: string; rows: number; endsAt: Date | null }[];
  /** Of an escrow key: tills may hold reservations of it until then, which are stored nowhere. */
  reservedUntil: Date | null;
};

/** Every version of every key, oldest first, and the rows that still need it. Counts whole tables. */
export async function listKeys(): Promise<KeyStatus[]> {
  const [keys, uses] = await Promise.all([selectRecordedKeys(), selectKeyUses()]);
  return await Promise.all(keys.map((key) => describeKey(key, keys, uses)));
}

async function describeKey(
  key: RecordedKey,
  all: RecordedKey[],
  allUses: KeyUse[],
): Promise<KeyStatus> {
  const { purpose, version, createdAt, retiredAt } = key;
  const current = findCurrent(all, purpose);
  const state = stateOf({ isCurrent: key === current, retiredAt });
  const uses =
    purpose === "session"
      ? await usesBySessions(key, current)
      : allUses.filter((use) => use.purpose === purpose && use.version === version).map(toUse);
  const rows = uses.reduce((sum, use) => sum + use.rows, 0);
  const reservedUntil = purpose === "escrow" && key !== current ? endOfReservations(key) : null;
  return { purpose, version, state, recordedAt: createdAt, rows, uses, reservedUntil };
}

/** A process says that it is alive every 10 seconds, and may live so much longer than its last word. */
const UNSAID_MS = 60_000;

/**
 * When the last reservation of an earlier escrow key has expired: so long after the last process that reserved it was
 * alive. Null where that is over, or was before there were reservations.
 */
function endOfReservations({ seenCurrent }: RecordedKey): Date | null {
  if (!seenCurrent) return null;
  const end = new Date(seenCurrent.getTime() + RESERVED_MINUTES.escrow * 60_000 + UNSAID_MS);
  return end.getTime() > Date.now() ? end : null;
}

/** The version with which a process has last started. */
function findCurrent(all: RecordedKey[], purpose: string): RecordedKey | undefined {
  return all
    .filter((key) => key.purpose === purpose)
    .toSorted((a, b) => Number(b.currentAt ?? 0) - Number(a.currentAt ?? 0))
    .at(0);
}

function stateOf({ isCurrent, retiredAt }: { isCurrent: boolean; retiredAt: Date | null }) {
  if (isCurrent) return "current";
  return retiredAt ? "retired" : "readable";
}

function toUse({ name, rows, escrowedAt }: KeyUse): KeyStatus["uses"][number] {
  return { name, rows, endsAt: escrowedAt && escrowEndOf(escrowedAt) };
}

/**
 * Cookies are sealed at sign-in: those under the previous secret have expired a week after the new one came.
 */
async function usesBySessions(
  { version, createdAt }: RecordedKey,
  current: RecordedKey | undefined,
): Promise<KeyStatus["uses"]> {
  const isEarlier =
    current !== undefined && version !== current.version && createdAt < current.createdAt;
  if (!isEarlier) return [];
  const rows = await countSessionsBefore(current.createdAt);
  const endsAt = new Date(current.createdAt.getTime() + SESSION_COOKIE_SECONDS * 1000);
  return [{ name: "session", rows: endsAt.getTime() > Date.now() ? rows : 0, endsAt }];
}

/** Progress of a column; `done` refers to its last pass: later ones check again. */
export type Move = {
  name: string;
  version: number;
  moved: number;
  state: "under way" | "done";
  startedAt: Date;
  endedAt: Date | null;
};

export async function listMoves(): Promise<Move[]> {
  const moves = await selectMoves();
  return moves.map(({ cursor, moved, ...move }) => ({
    ...move,
    moved: Number(moved),
    state: cursor === null && move.endedAt !== null ? "done" : "under way",
  }));
}
