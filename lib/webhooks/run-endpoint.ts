import { log } from "#lib/log/logger.ts";
import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import type { EndpointRun, SenderContext } from "./endpoint-run.ts";
import { isPaused } from "./health.ts";
import { LEASE_SECONDS } from "./lease.ts";
import { readAhead } from "./read-ahead.ts";
import { recordResults } from "./record.ts";
import { selectNextDue } from "./store-due.ts";

const TICK_MS = 200;
/** A lease that was taken or renewed in this time shows the endpoint as it is. */
const FRESH_MS = TICK_MS / 2;
/** Also without anything to record: it renews the lease, and shows what others have changed. */
const RENEW_MS = 1_000;
/** While it waits for a slot: hundreds may. */
const RENEW_IN_LINE_MS = 4_000;
/** The lease is kept while events keep coming. */
const LINGER_MS = 2_000;
const DATABASE_PAUSE_MS = 1_000;

/**
 * Sends to an endpoint until there is nothing more to send, and returns its lease. Answers are awaited without a
 * transaction. Returns when there is something to do again, if that is known.
 */
export async function runEndpoint(
  run: EndpointRun,
  context: SenderContext,
): Promise<Date | undefined> {
  let workedAt = performance.now();
  let hasFailed = false;
  try {
    while (context.state !== "givingUp") {
      const turn = await takeTurn(run, context).catch(async (error: unknown) => {
        if (isDatabaseUnavailable(error)) return await outlive(error, run, context);
        hasFailed = true;
        return await outliveFailure(error, run);
      });
      if (turn === "lost") return undefined;
      if (turn === "working") workedAt = performance.now();
      else if (turn === "over" || performance.now() - workedAt > LINGER_MS) break;
    }
    // From here on, what is on its way is not waited for.
    run.giveUp();
    // It is tried again when the lease has ended.
    if (hasFailed) return undefined;
    const dueAt = await selectNextDue(run.endpoint.id);
    await recordResults(run, context, { isReleased: true });
    // It had its turn, and there may be more.
    const moreAt = run.isClosing && !isPaused(run.health) ? new Date() : null;
    return earliest(dueAt, run.health.pausedUntil, moreAt);
  } finally {
    run.giveUp();
  }
}

type Turn = "working" | "idle" | "over" | "lost";

async function takeTurn(run: EndpointRun, context: SenderContext): Promise<Turn> {
  const wasIdle = run.inFlight === 0 && run.results.length === 0 && run.queue.isEmpty;
  const ahead = run.isEnding ? "nothing" : await readAhead(run, context.scans);
  if (wasIdle && !run.queue.isEmpty && run.lease.ageMs() > FRESH_MS) {
    // While it was idle, the endpoint may have been paused, changed, or deleted.
    const current = await recordResults(run, context, { isReleased: false });
    if (current === "lost") return "lost";
  }
  run.launch();
  const isBusy = run.inFlight > 0 || run.results.length > 0;
  const hasPaused = isPaused(run.health) && run.queue.retries.length === 0;
  if (!isBusy && (run.isEnding || hasPaused)) return "over";

  if (ahead !== "more") await run.pause.wait(TICK_MS);
  const renewMs = run.isInLine ? RENEW_IN_LINE_MS : RENEW_MS;
  if (run.results.length > 0 || run.lease.ageMs() > renewMs) {
    const recorded = await recordResults(run, context, { isReleased: false });
    if (recorded === "lost") return "lost";
  }
  return isBusy || ahead !== "nothing" || !run.queue.isEmpty ? "working" : "idle";
}

/** The lease may end meanwhile, and then nothing is sent any more; what was sent is recorded once that is possible. */
async function outlive(error: unknown, run: EndpointRun, context: SenderContext): Promise<Turn> {
  if (context.state !== "sending") throw error;
  log().warn({ err: error, endpoint_id: run.endpoint.id }, "deliveries wait for the database");
  await run.pause.wait(DATABASE_PAUSE_MS);
  return "working";
}

/** Such as a statement that was canceled: nothing new begins, and what is on its way is recorded before the run ends. */
async function outliveFailure(error: unknown, run: EndpointRun): Promise<Turn> {
  if (run.lease.ageMs() > LEASE_SECONDS * 1000) throw error;
  log().error({ err: error, endpoint_id: run.endpoint.id }, "sending to an endpoint has failed");
  run.close();
  await run.pause.wait(DATABASE_PAUSE_MS);
  return "working";
}

function earliest(...times: (Date | null | undefined)[]): Date | undefined {
  const known = times.filter((time) => time instanceof Date);
  return known.length === 0 ? undefined : new Date(Math.min(...known.map(Number)));
}
