import { LRUCache } from "lru-cache";
import { recordEvent } from "#lib/audit/record.ts";
import { AppError, type ErrorCode } from "#lib/core/errors.ts";
import { log } from "#lib/log/logger.ts";
import type { Exchange } from "./exchange.ts";

/** A repeated refusal adds no information, and a caller in a loop must not fill the trail. */
const REPEAT_MS = 60_000;

const recent = new LRUCache<string, true>({ max: 10_000, ttl: REPEAT_MS });

/** Refusals of an identified caller: forbidden, or forbidden for now. */
const recorded: ReadonlySet<ErrorCode> = new Set([
  "forbidden",
  "step_up_required",
  "second_factor_required",
]);

/** Records a 403 in the trail of the caller's organization. Visits of the demo have none. */
export async function recordRefusal(exchange: Exchange, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !recorded.has(error.code)) return;
  const actor = findActor(exchange);
  const { organizationId, environment = null } = exchange.caller ?? {};
  if (!actor || organizationId === undefined) return;

  const target = `${exchange.request.method} ${exchange.route}`;
  const key = `${actor.id} ${target} ${environment} ${error.message}`;
  if (recent.has(key)) return;
  recent.set(key, true);
  const after = { reason: error.message };
  const act = {
    organizationId,
    environment,
    actor,
    action: "request.refused",
    target,
    after,
  } as const;
  // The answer is the same even if recording fails.
  await recordEvent(act).catch((err) => {
    recent.delete(key);
    log().error({ request_id: exchange.requestId, err }, "a refusal was not recorded");
  });
}

function findActor({ caller }: Exchange) {
  if (caller?.apiKeyId !== undefined) return { kind: "api_key" as const, id: caller.apiKeyId };
  return caller?.memberId === undefined
    ? undefined
    : { kind: "member" as const, id: caller.memberId };
}
