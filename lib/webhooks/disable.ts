import { actOfService } from "#lib/audit/act.ts";
import { log } from "#lib/log/logger.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { notifyOwners } from "#lib/organizations/notify-owners.ts";
import { type Attempt, GONE, isDelivered } from "./attempt.ts";
import { DISABLE_AFTER_DAYS } from "./contract-deliveries.ts";
import type { Result } from "./endpoint-run.ts";
import { type DueNotice, noticeDue } from "./health.ts";
import {
  endpointDisabledLetter,
  endpointFailingLetter,
  endpointGoneLetter,
  type FailingEndpoint,
} from "./letters.ts";
import type { LeasedEndpoint } from "./store-claim.ts";
import {
  countFailingDays,
  disableWithLetters,
  type EndpointOwner,
  warnWithLetters,
} from "./store-disable.ts";

/**
 * Disables an endpoint that is gone, or that has failed for too long, and warns the owners of one that may come to that.
 * `endpoint`: as it is once the results were recorded; those by hand are not judged.
 */
export async function judgeFailures(
  endpoint: LeasedEndpoint,
  results: readonly Result[],
  holder: string,
): Promise<void> {
  if (endpoint.disabledReason !== null) return;
  const failures = results.flatMap(({ kind, attempt }) =>
    kind === "resend" || !attempt || isDelivered(attempt) ? [] : attempt,
  );
  const gone = failures.find(({ statusCode }) => statusCode === GONE);
  const last = gone ?? failures.findLast(({ error }) => error !== "interrupted");
  if (!last) return;

  const { id, url, environment } = endpoint;
  const failingSince = endpoint.failingSince ?? last.at;
  const about = { id, url, environment, failingSince, lastAnswer: describeAnswer(last) };
  const queue =
    (write: (to: string, about: FailingEndpoint) => Letter) =>
    async (
      tx: Parameters<typeof notifyOwners>[0],
      { organizationId, ...owner }: EndpointOwner,
    ): Promise<void> =>
      await notifyOwners(tx, organizationId, (to) => write(to, { ...about, ...owner }));

  const leased = { id, holder };
  const notice = gone ? "gone" : await findNotice(endpoint);
  const hasChanged = await change(notice);
  if (!hasChanged) return;
  log().warn({ endpoint_id: id, notice }, "a webhook endpoint fails");
  await sendQueuedSoon();

  async function change(due: typeof notice): Promise<boolean> {
    switch (due) {
      case "none":
        return false;
      case "warning":
        return await warnWithLetters(leased, queue(endpointFailingLetter));
      case "disabling":
        return await disable("failing", endpointDisabledLetter);
      case "gone":
        return await disable("gone", endpointGoneLetter);
    }
  }

  async function disable(
    reason: "failing" | "gone",
    write: Parameters<typeof queue>[0],
  ): Promise<boolean> {
    const details = { target: id, after: { disabledReason: reason } };
    const act = actOfService(endpoint, "webhook_endpoint.disabled", details);
    return await disableWithLetters(leased, { reason, act }, queue(write));
  }
}

/** So many of the last days have a failure, today among them: a single one after a long silence says little. */
const MIN_FAILING_DAYS = DISABLE_AFTER_DAYS - 1;

async function findNotice(endpoint: LeasedEndpoint): Promise<DueNotice> {
  const notice = noticeDue(endpoint);
  const { id, failingSince, warnedAt } = endpoint;
  if (notice !== "disabling" || failingSince === null) return notice;
  const daysBefore = await countFailingDays(id, failingSince);
  if (daysBefore + 1 >= MIN_FAILING_DAYS) return notice;
  return warnedAt === null ? "warning" : "none";
}

function describeAnswer({ statusCode, error }: Attempt): string {
  return statusCode === null ? `none (${error})` : `HTTP ${statusCode}`;
}
