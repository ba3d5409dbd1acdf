import { firstIdAt } from "#lib/core/ids.ts";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import { log } from "#lib/log/logger.ts";
import { deleteRequestsBefore, insertRequests, type RequestRow } from "./store.ts";

type Recorder = {
  pending: RequestRow[];
  /** Since the last line about it in the log. */
  dropped: number;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void> | undefined;
};

/** How long a row may wait for others. */
const FLUSH_INTERVAL_MS = 500;
/** This many are written at once. A larger batch keeps PostgreSQL busy while other calls wait for it. */
const BATCH_SIZE = 20;
/** More than a batch may be pending: rows that arrived while the previous one was written. */
const MAX_BATCH = 2_000;
/** Some 10 MB, for times without the database. */
const MAX_PENDING = 20_000;

const processWide = globalThis as { sealslipRecorder?: Recorder };

/** Adds a row to the request log. It is written later, so the caller never waits. */
export function recordRequest(row: RequestRow): void {
  const recorder = getRecorder();
  if (recorder.pending.length >= MAX_PENDING) {
    recorder.dropped += 1;
    return;
  }
  recorder.pending.push(row);
  // Exactly once on the way up: while the database is down, only the timer tries again.
  if (recorder.pending.length === BATCH_SIZE) void startWriting(recorder, BATCH_SIZE);
  else recorder.timer ??= startTimer(recorder);
}

/** Writes the pending rows, as far as the database is up: at the end of the process. */
export async function flushRequestLog(): Promise<void> {
  const recorder = getRecorder();
  await recorder.writing;
  await startWriting(recorder, 1);
  clearTimeout(recorder.timer);
  recorder.timer = undefined;
  if (recorder.pending.length === 0) return;

  recorder.dropped += recorder.pending.length;
  recorder.pending = [];
  warnOfDropped(recorder);
}

function getRecorder(): Recorder {
  processWide.sealslipRecorder ??= {
    pending: [],
    dropped: 0,
    timer: undefined,
    writing: undefined,
  };
  return processWide.sealslipRecorder;
}

function startTimer(recorder: Recorder): NodeJS.Timeout {
  return setTimeout(() => {
    recorder.timer = undefined;
    void startWriting(recorder, BATCH_SIZE);
  }, FLUSH_INTERVAL_MS).unref();
}

/** One writer at a time: a second call waits for the first, and leaves the rest to the timer. */
function startWriting(recorder: Recorder, minimum: number): Promise<void> {
  recorder.writing ??= writeBatches(recorder, minimum).finally(() => {
    recorder.writing = undefined;
    if (recorder.pending.length > 0) recorder.timer ??= startTimer(recorder);
  });
  return recorder.writing;
}

/** Continues after the first batch while at least `minimum` rows are pending. */
async function writeBatches(recorder: Recorder, minimum: number): Promise<void> {
  let goesOn = recorder.pending.length > 0;
  while (goesOn) {
    goesOn = (await writeBatch(recorder)) && recorder.pending.length >= minimum;
  }
}

/** False while the database is down; the rows stay pending then. */
async function writeBatch(recorder: Recorder): Promise<boolean> {
  const batch = recorder.pending.slice(0, MAX_BATCH);
  try {
    if ((await insertRequests(batch)) === "database_away") return false;
  } catch (err) {
    // A rejected batch would be rejected again: it must not block the rows behind it.
    recorder.dropped += batch.length;
    log().error({ err }, "requests could not be written to the request log");
  }
  recorder.pending.splice(0, batch.length);
  warnOfDropped(recorder);
  return true;
}

function warnOfDropped(recorder: Recorder): void {
  if (recorder.dropped === 0) return;
  log().warn({ dropped: recorder.dropped }, "requests are missing in the request log");
  recorder.dropped = 0;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the calls that are older than the log's retention. */
export async function pruneRequestLog(): Promise<undefined> {
  const end = new Date(Date.now() - REQUEST_LOG_DAYS * DAY_MS);
  await deleteRequestsBefore(firstIdAt("request", end));
}
