import { firstIdAt } from "#lib/core/ids.ts";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import { log } from "#lib/log/logger.ts";
import { isDatabaseAway } from "#lib/storage/failures.ts";
import { deleteRequestsBefore, insertRequests, type RequestRow } from "./store.ts";

type Recorder = {
  waiting: RequestRow[];
  /** Of late, and not told in the log yet. */
  dropped: number;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void> | undefined;
};

/** How long a row may wait for others, milliseconds. */
const WAIT_MS = 500;
/** So many do not wait any longer. */
const FULL_BATCH = 200;
/** More than a batch may be behind: what came in while the one before was written. */
const MOST_AT_ONCE = 2_000;
/** Some 10 MB, for when the database is away. */
const MOST_WAITING = 20_000;

const processWide = globalThis as { sealslipRecorder?: Recorder };

/** Takes a row into the request log. Costs the caller nothing but this: it is written later. */
export function recordRequest(row: RequestRow): void {
  const recorder = theRecorder();
  if (recorder.waiting.length >= MOST_WAITING) {
    recorder.dropped += 1;
    return;
  }
  recorder.waiting.push(row);
  // Passed once on the way up: with the database away, the timer alone tries again.
  if (recorder.waiting.length === FULL_BATCH) void startWriting(recorder, FULL_BATCH);
  else recorder.timer ??= setTimer(recorder);
}

/** Writes what waits, as far as the database takes it: for the end of the process. */
export async function flushRequestLog(): Promise<void> {
  const recorder = theRecorder();
  await recorder.writing;
  await startWriting(recorder, 1);
  clearTimeout(recorder.timer);
  recorder.timer = undefined;
  if (recorder.waiting.length === 0) return;

  recorder.dropped += recorder.waiting.length;
  recorder.waiting = [];
  tellDropped(recorder);
}

function theRecorder(): Recorder {
  processWide.sealslipRecorder ??= {
    waiting: [],
    dropped: 0,
    timer: undefined,
    writing: undefined,
  };
  return processWide.sealslipRecorder;
}

function setTimer(recorder: Recorder): NodeJS.Timeout {
  return setTimeout(() => {
    recorder.timer = undefined;
    void startWriting(recorder, FULL_BATCH);
  }, WAIT_MS).unref();
}

/** One writer at a time: others that come meanwhile wait for it, and leave the rest to the timer. */
function startWriting(recorder: Recorder, worthIt: number): Promise<void> {
  recorder.writing ??= writeBatches(recorder, worthIt).finally(() => {
    recorder.writing = undefined;
    if (recorder.waiting.length > 0) recorder.timer ??= setTimer(recorder);
  });
  return recorder.writing;
}

async function writeBatches(recorder: Recorder, worthIt: number): Promise<void> {
  let isTaken = recorder.waiting.length > 0;
  while (isTaken) {
    isTaken = (await writeBatch(recorder)) && recorder.waiting.length >= worthIt;
  }
}

/** False where the database is away; the rows go on waiting then. */
async function writeBatch(recorder: Recorder): Promise<boolean> {
  const batch = recorder.waiting.slice(0, MOST_AT_ONCE);
  try {
    await insertRequests(batch);
  } catch (err) {
    if (isDatabaseAway(err)) return false;

    // Refused once is refused for ever: it must not keep the rows behind it from being written.
    recorder.dropped += batch.length;
    log().error({ err }, "requests could not be written to the request log");
  }
  recorder.waiting.splice(0, batch.length);
  tellDropped(recorder);
  return true;
}

function tellDropped(recorder: Recorder): void {
  if (recorder.dropped === 0) return;
  log().warn({ dropped: recorder.dropped }, "requests are missing in the request log");
  recorder.dropped = 0;
}

/** Each batch is a transaction of its own: nobody waits long for it, and an end half way loses none. */
const BATCH = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the calls that are older than the log is kept. */
export async function pruneRequestLog(): Promise<undefined> {
  const first = firstIdAt("request", new Date(Date.now() - REQUEST_LOG_DAYS * DAY_MS));
  let deleted = BATCH;
  while (deleted === BATCH) deleted = await deleteRequestsBefore(first, BATCH);
}
