import type { Tenant } from "#lib/core/caller.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { RequestSource } from "./contract.ts";

/** One call of an organization. Nothing in it was sent by the caller as it stands. */
export type RequestRow = Tenant & {
  requestId: string;
  source: RequestSource;
  at: Date;
  method: string;
  route: string;
  status: number;
  errorCode: ErrorCode | null;
  durationMs: number;
  apiKeyId: string | null;
  memberId: string | null;
  address: string | null;
  paymentId: string | null;
};

export type StoredRequest = Omit<RequestRow, keyof Tenant> & {
  keyHint: string | null;
  position: number;
};

export type RequestFilter = {
  source: RequestSource;
  method: string | undefined;
  route: string | undefined;
  /** Both ends are in it. */
  statuses: readonly [number, number] | undefined;
  errorCode: ErrorCode | undefined;
  apiKeyId: string | undefined;
  paymentId: string | undefined;
  /** Request ids */
  atOrAfter: string | undefined;
  before: string | undefined;
};

/**
 * Writes a batch; rows that are there already stay as they are. Writers take turns, so that positions
 * become visible in their order: a reader who saw one has seen all before it.
 */
export async function insertRequests(rows: readonly RequestRow[]): Promise<void> {
  await pool().query({
    name: "insert-requests",
    text: `
      INSERT INTO request_log (
        request_id, organization_id, environment, source, at, method, route, status, error_code,
        duration_ms, api_key_id, member_id, address, payment_id)
      SELECT batch.*
      FROM (SELECT pg_advisory_xact_lock(hashtextextended('sealslip request log', 0))) AS turn,
           unnest($1::text[], $2::text[], $3::environment[], $4::request_source[],
                  $5::timestamptz[], $6::text[], $7::text[], $8::smallint[], $9::text[],
                  $10::real[], $11::text[], $12::text[], $13::text[], $14::text[]) AS batch
      ON CONFLICT DO NOTHING`,
    values: [
      rows.map((row) => row.requestId),
      rows.map((row) => row.organizationId),
      rows.map((row) => row.environment),
      rows.map((row) => row.source),
      rows.map((row) => row.at.toISOString()),
      rows.map((row) => row.method),
      rows.map((row) => row.route),
      rows.map((row) => row.status),
      rows.map((row) => row.errorCode),
      rows.map((row) => row.durationMs),
      rows.map((row) => row.apiKeyId),
      rows.map((row) => row.memberId),
      rows.map((row) => row.address),
      rows.map((row) => row.paymentId),
    ],
  });
}

/** The newest by arrival. */
export async function selectRequests(
  tenant: Tenant,
  filter: RequestFilter,
  limit: number,
): Promise<StoredRequest[]> {
  const { where, values } = conditionsOf(tenant, filter);
  return await select(`${where} ORDER BY r.request_id DESC LIMIT ${limit}`, values);
}

/** What became visible after `position`, in that order. */
export async function selectRequestsAfter(
  tenant: Tenant,
  filter: RequestFilter,
  { position, limit }: { position: number; limit: number },
): Promise<StoredRequest[]> {
  const { where, values } = conditionsOf(tenant, filter);
  return await select(
    `${where} AND r.position > $${values.length + 1} ORDER BY r.position LIMIT ${limit}`,
    [...values, position],
  );
}

/** The position of the row that became visible last; 0 before the first. */
export async function selectLatestPosition(
  { organizationId, environment }: Tenant,
  source: RequestSource,
): Promise<number> {
  const { rows } = await pool().query<{ latest: number | null }>(
    `SELECT max(position) AS latest FROM request_log
     WHERE organization_id = $1 AND environment = $2 AND source = $3`,
    [organizationId, environment, source],
  );
  return rows[0]?.latest ?? 0;
}

export async function selectRequest(
  { organizationId, environment }: Tenant,
  requestId: string,
): Promise<StoredRequest | undefined> {
  const [row] = await select(
    "WHERE r.organization_id = $1 AND r.environment = $2 AND r.request_id = $3",
    [organizationId, environment, requestId],
  );
  return row;
}

/** Deletes up to `limit` rows with smaller ids; returns how many there were. */
export async function deleteRequestsBefore(requestId: string, limit: number): Promise<number> {
  const { rowCount } = await pool().query(
    `DELETE FROM request_log WHERE request_id IN (
       SELECT request_id FROM request_log WHERE request_id < $1 ORDER BY request_id LIMIT $2)`,
    [requestId, limit],
  );
  return rowCount ?? 0;
}

async function select(rest: string, values: unknown[]): Promise<StoredRequest[]> {
  const { rows } = await pool().query<StoredRequest>(`${selectSql} ${rest}`, values);
  return rows;
}

const selectSql = `
  SELECT r.request_id AS "requestId", r.position, r.source, r.at, r.method, r.route, r.status,
         r.error_code AS "errorCode", r.duration_ms AS "durationMs", r.api_key_id AS "apiKeyId",
         k.hint AS "keyHint", r.member_id AS "memberId", r.address, r.payment_id AS "paymentId"
  FROM request_log r
  LEFT JOIN api_key k ON k.id = r.api_key_id AND k.organization_id = r.organization_id`;

/**
 * Only what is asked for: under generic plans, which the embedded database makes, a condition that
 * may be off (`$1 IS NULL OR …`) keeps its index from being used.
 */
function conditionsOf({ organizationId, environment }: Tenant, filter: RequestFilter) {
  const [lowest, highest] = filter.statuses ?? [];
  const all: [string, unknown][] = [
    ["r.organization_id =", organizationId],
    ["r.environment =", environment],
    ["r.source =", filter.source],
    ["r.method =", filter.method],
    ["r.route =", filter.route],
    ["r.status >=", lowest],
    ["r.status <=", highest],
    ["r.error_code =", filter.errorCode],
    ["r.api_key_id =", filter.apiKeyId],
    ["r.payment_id =", filter.paymentId],
    ["r.request_id >=", filter.atOrAfter],
    ["r.request_id <", filter.before],
  ];
  const given = all.filter(([, value]) => value !== undefined);
  return {
    where: `WHERE ${given.map(([condition], index) => `${condition} $${index + 1}`).join(" AND ")}`,
    values: given.map(([, value]) => value),
  };
}

/** The first call of the route that is about the payment, as long as the log has it. */
export async function selectCreatingRequest(
  { organizationId, environment }: Tenant,
  paymentId: string,
  route: string,
): Promise<string | undefined> {
  const row = await prisma().requestLog.findFirst({
    where: { organizationId, environment, paymentId, route },
    orderBy: { requestId: "asc" },
    select: { requestId: true },
  });
  return row?.requestId;
}
