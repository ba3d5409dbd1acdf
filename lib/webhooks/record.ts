import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/log/logger.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { isDelivered } from "./attempt.ts";
import { RETRY_SECONDS } from "./contract-deliveries.ts";
import { judgeFailures } from "./disable.ts";
import type { EndpointRun, Result, SenderContext } from "./endpoint-run.ts";
import { currentMoment } from "./lease.ts";
import { type DeliveryRow, updateLeased } from "./store-record.ts";

const deliveries = counter({
  name: "sealslip_webhook_deliveries_total",
  help: "Attempts to deliver an event to an endpoint, by what the delivery is afterwards",
  labels: ["outcome"],
});

/** `lost`: the lease has ended, the endpoint was deleted, or another process has it. */
export type Recorded = "recorded" | "lost";

/**
 * Records what has come of the attempts since the last time, moves the position, and renews the lease, or returns it.
 * Where that fails, the results stay for the next time. Owners are notified of an endpoint that keeps failing.
 */
export async function recordResults(
  run: EndpointRun,
  { holder }: Pick<SenderContext, "holder">,
  { isReleased }: { isReleased: boolean },
): Promise<Recorded> {
  // What has come of them is judged under the lease.
  if (isReleased && run.results.length > 0) {
    const recorded = await recordResults(run, { holder }, { isReleased: false });
    if (recorded === "lost") return "lost";
  }
  const results = run.results.splice(0);
  const written = { health: run.health, resend: run.queue.resend };
  const since = currentMoment();
  const rows = results.map(toRow);
  const current = await updateLeased({
    ...written,
    holder,
    known: run.endpoint,
    position: run.queue.firsts.doneTo,
    deliveries: rows,
    isReleased,
  }).catch((error: unknown) => {
    run.results.unshift(...results);
    throw error;
  });
  if (!current) return "lost";

  run.lease.renew(since);
  run.adopt(current, written);
  for (const { eventId } of results) run.queue.busy.delete(eventId);
  for (const { status } of rows) deliveries.add(status);
  // What is on its way goes on without it; the next failure is judged again.
  await judgeFailures(current, results, holder).catch((err: unknown) => {
    log().error({ err, endpoint_id: current.id }, "the failures of an endpoint were not judged");
  });
  return "recorded";
}

function toRow({ kind, eventId, type, attempts: before, attempt }: Result): DeliveryRow {
  const byHand = kind === "resend";
  const attempts = byHand ? 0 : before + 1;
  const head = { id: createId("webhookDelivery"), event_id: eventId, type, created_at: new Date() };
  if (!attempt) {
    return { ...head, status: "failed", attempts: before, due_at: null, log: [] };
  }
  const made = { ...head, attempts, created_at: attempt.at, log: [{ ...attempt, byHand }] };
  if (isDelivered(attempt)) return { ...made, status: "delivered", due_at: null };
  const endedAt = new Date(attempt.at.getTime() + attempt.durationMs);
  const due = byHand ? null : retryAt(attempts, endedAt);
  return { ...made, status: due ? "waiting" : "failed", due_at: due };
}

/** At most, of the pause: what failed together is not repeated together. */
const JITTER = 0.1;

/** When to try again after `attempts` attempts of the schedule; null after the last one. */
export function retryAt(attempts: number, failedAt: Date, random = Math.random()): Date | null {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return null;
  return new Date(failedAt.getTime() + seconds * 1000 * (1 + JITTER * random));
}
