import { findEvents, type LogPage, readLog } from "#lib/events/log.ts";
import type { LoggedEvent } from "#lib/events/logged-event.ts";
import type { EndpointRun } from "./endpoint-run.ts";
import { isPaused } from "./health.ts";
import type { LogWalk } from "./log-walk.ts";
import type { ScanBudget } from "./scan-budget.ts";
import { selectDue, selectStatuses } from "./store-due.ts";

/** Few: what is erased meanwhile is still sent. */
const MAX_WAITING = 64;
/** Where types are wanted that are rare, more is read each time; some two thousand rows in a turn. */
const READ_ROWS = [64, 128, 256, 512, 1024] as const;

/** Whether there is more to read: at once, where nothing was found so far, or later, where so much was read in vain. */
export type ReadAhead = "more" | "later" | "nothing";

/** Reads what the endpoint is sent next: new events, deliveries whose retry is due, and those of a resend. */
export async function readAhead(run: EndpointRun, scans: ScanBudget): Promise<ReadAhead> {
  const { queue } = run;
  await readRetries(run);
  if (isPaused(run.health)) return "nothing";

  const news = await readWalk(run, queue.firsts, { scans, until: Number.POSITIVE_INFINITY });
  const again = await readResend(run, scans);
  const kinds: ReadAhead[] = ["more", "later"];
  return kinds.find((kind) => news === kind || again === kind) ?? "nothing";
}

/** Afresh each time: a delivery may have arrived by hand, or its event may be gone. */
async function readRetries(run: EndpointRun): Promise<void> {
  const { queue, endpoint } = run;
  if (run.isInLine) return;
  queue.retries = [];
  if (run.room <= 0) return;
  const due = await selectDue(endpoint.id, run.room, [...queue.busy]);
  if (due.length === 0) return;

  const events = await findEvents(due.map(({ eventId }) => eventId));
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const { eventId, type, attempts } of due) {
    const event = byId.get(eventId);
    if (event) queue.retries.push({ kind: "retry", event, attempts });
    else run.noteLost({ eventId, type, attempts });
  }
}

async function readResend(run: EndpointRun, scans: ScanBudget): Promise<ReadAhead> {
  const { resends } = run.queue;
  const { resendUntil, resendSince, position } = run.endpoint;
  // New events go first.
  if (!resends || resendUntil === null || !run.queue.firsts.isAtEnd) return "nothing";
  // What lies behind its position has its first attempt still before it.
  const until = Math.min(resendUntil, position);
  return await readWalk(run, resends, { scans, until, since: resendSince });
}

type Range = {
  scans: ScanBudget;
  until: number;
  /** Of a resend, which sends what was not delivered; without it, what was never sent. */
  since?: Date | null;
};

async function readWalk(run: EndpointRun, walk: LogWalk, range: Range): Promise<ReadAhead> {
  walk.isAtEnd = false;
  for (const limit of READ_ROWS) {
    if (walk.isFull || (walk.waiting > 0 && walk.waiting >= run.room * 2)) return "nothing";
    if (walk.readTo >= range.until) return "nothing";
    const { organizationId, types } = run.endpoint;
    if (!range.scans.isLeft(organizationId)) return walk.waiting === 0 ? "later" : "nothing";
    const read = await readLog(run.endpoint, { after: walk.readTo, limit, types });
    const wanted = await chooseWanted(run, read.events, range);
    range.scans.spend(organizationId, read.scanned - wanted.length);
    const kept = wanted.slice(0, MAX_WAITING);
    const isEnd = read.scanned < limit;
    if (wanted.length > kept.length) walk.add(kept, kept.at(-1)?.position ?? walk.readTo);
    else walk.add(kept, endOf(read, isEnd, range));
    walk.isAtEnd = isEnd && wanted.length === kept.length;
    if (isEnd) return "nothing";
  }
  return walk.waiting === 0 ? "more" : "nothing";
}

async function chooseWanted(
  run: EndpointRun,
  read: readonly LoggedEvent[],
  { until, since }: Range,
): Promise<LoggedEvent[]> {
  const inRange = read.filter(
    (event) => event.position <= until && run.wants(event) && (!since || event.createdAt >= since),
  );
  if (inRange.length === 0) return [];
  const ids = inRange.map(({ id }) => id);
  const statuses = await selectStatuses(run.endpoint.id, ids);
  const isDone = (id: string) =>
    since === undefined ? statuses.has(id) : statuses.get(id) === "delivered";
  return inRange.filter(({ id }) => !isDone(id));
}

/** A resend ends where the log does: what it was to read may be pruned. */
function endOf({ scannedTo }: LogPage, isEnd: boolean, { until }: Range): number {
  if (isEnd && Number.isFinite(until)) return until;
  return Math.min(scannedTo, until);
}
