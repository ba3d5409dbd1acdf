import type { Tenant } from "#lib/core/caller.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import {
  CALLS_LOOKED_AT,
  type LoggedRequest,
  type RequestSource,
  type RequestsQuery,
} from "./contract.ts";

/** One call of an organization. It contains no text of the caller's. */
export type RequestRow = Tenant & Omit<LoggedRequest, "keyHint">;

/** Positions count up in the order in which rows became visible. */
export type StoredRequest = LoggedRequest & { position: number };

type Exact = "method" | "route" | "errorCode" | "apiKeyId" | "paymentId";

export type RequestFilter = Pick<RequestsQuery, "source" | Exact> & {
  /** Both ends included. */
  statuses?: readonly [number, number] | undefined;
  /** Request ids */
  atOrAfter?: string | undefined;
  before?: string | undefined;
};

/** Writes a batch, of which no row is lost while the database is down; existing rows stay as they are. */
export async function insertRequests(
  rows: readonly RequestRow[],
): Promise<"written" | "database_away"> {
  try {
    await insertBatch(rows);
    return "written";
  } catch (error) {
    if (isDatabaseUnavailable(error)) return "database_away";
    throw error;
  }
}

const inserted = parameterRows({
  requestId: "text",
  organizationId: "text",
  environment: "environment",
  source: "request_source",
  at: "timestamptz",
  method: "text",
  route: "text",
  status: "smallint",
  errorCode: "text",
  durationMs: "real",
  apiKeyId: "text",
  memberId: "text",
  address: "text",
  paymentId: "text",
});

// SQL by hand: one statement for a batch. Writers take turns, so that positions become visible in their
// order: a reader who has seen one has seen all before it. It does not wait for the disk: rows have already
// waited in memory for as long as a crash of PostgreSQL could undo.
async function insertBatch(rows: readonly RequestRow[]): Promise<void> {
  await pool().query({
    name: "insert-requests",
    text: `
      INSERT INTO request_log (${inserted.names})
      SELECT ${inserted.list}
      FROM (SELECT pg_advisory_xact_lock(hashtextextended('sealslip request log', 0)),
                   set_config('synchronous_commit', 'off', true)) AS turn
      ON CONFLICT DO NOTHING`,
    values: inserted.values(rows),
  });
}

type FoundRequests = {
  rows: StoredRequest[];
  /** The id of the oldest examined call, if older ones may match. */
  lookedBackTo?: string | undefined;
};

/** The latest arrivals first. Examines at most `CALLS_LOOKED_AT`, since all of millions would take seconds. */
export async function selectRequests(
  tenant: Tenant,
  filter: RequestFilter,
  limit: number,
): Promise<FoundRequests> {
  const values: unknown[] = [];
  const { indexed, others } = splitConditions(tenant, filter);
  const lookedAt = `
    FROM request_log r WHERE ${writeConditions(indexed, values)} ORDER BY r.request_id DESC`;
  const allValues = [...values];
  const matching = `
    SELECT * FROM (SELECT * ${lookedAt} LIMIT ${CALLS_LOOKED_AT}) r
    WHERE ${writeConditions(others, allValues)} ORDER BY r.request_id DESC LIMIT ${limit}`;
  const rows = await select(`(${matching})`, "ORDER BY r.request_id DESC", allValues);
  if (rows.length === limit) return { rows };

  const { rows: ends } = await pool().query<{ requestId: string }>(
    `SELECT r.request_id AS "requestId" ${lookedAt} OFFSET ${CALLS_LOOKED_AT - 1} LIMIT 1`,
    values,
  );
  return { rows, lookedBackTo: ends[0]?.requestId };
}

/** The rows that became visible after `position`, in that order. */
export async function selectRequestsAfter(
  tenant: Tenant,
  filter: RequestFilter,
  { position, limit }: { position: number; limit: number },
): Promise<StoredRequest[]> {
  const values: unknown[] = [];
  const { indexed, others } = splitConditions(tenant, filter);
  const where = writeConditions([...indexed, ...others, ["r.position >", position]], values);
  return await select("request_log", `WHERE ${where} ORDER BY r.position LIMIT ${limit}`, values);
}

/** The position of the row that became visible last; 0 before the first. */
export async function selectLatestPosition(
  { organizationId, environment }: Tenant,
  source: RequestSource,
): Promise<number> {
  const latest = await prisma().requestLog.findFirst({
    where: { organizationId, environment, source },
    orderBy: { position: "desc" },
    select: { position: true },
  });
  return Number(latest?.position ?? 0);
}

export async function selectRequest(
  { organizationId, environment }: Tenant,
  requestId: string,
): Promise<StoredRequest | undefined> {
  const [row] = await select(
    "request_log",
    "WHERE r.organization_id = $1 AND r.environment = $2 AND r.request_id = $3",
    [organizationId, environment, requestId],
  );
  return row;
}

/** Deletes the rows with smaller ids. */
export async function deleteRequestsBefore(requestId: string): Promise<void> {
  await deleteInSteps("request_log", "request_id < $1 ORDER BY request_id", requestId);
}

/** The first call of the route about the payment, as long as the log has it. */
export async function selectRequestOfPayment(
  { organizationId, environment }: Tenant,
  { paymentId, route }: { paymentId: string; route: string },
): Promise<string | undefined> {
  const request = await prisma().requestLog.findFirst({
    where: { paymentId, organizationId, environment, route },
    orderBy: { requestId: "asc" },
    select: { requestId: true },
  });
  return request?.requestId;
}

// SQL by hand: pages of millions of rows, each a range of an index. The hint is read from the table of
// API keys, which belongs to another room.
async function select(calls: string, rest: string, values: unknown[]): Promise<StoredRequest[]> {
  const { rows } = await pool().query<StoredRequest>(
    `SELECT r.request_id AS "requestId", r.position, r.source, r.at, r.method, r.route, r.status,
            r.error_code AS "errorCode", r.duration_ms AS "durationMs", r.api_key_id AS "apiKeyId",
            k.hint AS "keyHint", r.member_id AS "memberId", r.address, r.payment_id AS "paymentId"
     FROM ${calls} r
     LEFT JOIN api_key k ON k.id = r.api_key_id AND k.organization_id = r.organization_id ${rest}`,
    values,
  );
  return rows;
}

type Condition = [condition: string, value: unknown];

/** By whether an index finds the matching calls without reading others. */
function splitConditions(
  { organizationId, environment }: Tenant,
  filter: RequestFilter,
): { indexed: Condition[]; others: Condition[] } {
  const [lowest = 0, highest] = filter.statuses ?? (filter.errorCode ? [400, 599] : []);
  const range: Condition[] = [
    ["r.organization_id =", organizationId],
    ["r.environment =", environment],
    ["r.source =", filter.source],
    ["r.payment_id =", filter.paymentId],
    ["r.request_id >=", filter.atOrAfter],
    ["r.request_id <", filter.before],
  ];
  const outcome: Condition[] = [
    // A literal, so that the planner sees that the index of failed calls has all of them.
    [`r.status >= ${lowest} AND r.status <=`, highest],
    ["r.error_code =", filter.errorCode],
  ];
  const others: Condition[] = [
    ["r.method =", filter.method],
    ["r.route =", filter.route],
    ["r.api_key_id =", filter.apiKeyId],
  ];
  return lowest >= 400
    ? { indexed: [...range, ...outcome], others }
    : { indexed: range, others: [...outcome, ...others] };
}

/**
 * Only the given conditions, with their values added to the parameters: under the generic plans of the
 * embedded database an optional condition (`$1 IS NULL OR …`) would keep its index from being used.
 */
function writeConditions(conditions: readonly Condition[], values: unknown[]): string {
  const given = conditions.filter(([, value]) => value !== undefined);
  return (
    given.map(([condition, value]) => `${condition} $${values.push(value)}`).join(" AND ") || "true"
  );
}
