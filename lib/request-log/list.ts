import type { MemberCaller, Tenant } from "#lib/core/caller.ts";
import { decodePosition, encodePosition, readCursor, writeCursor } from "#lib/core/cursor.ts";
import { AppError } from "#lib/core/errors.ts";
import { firstIdAt } from "#lib/core/ids.ts";
import type { LoggedRequest, RequestsPage, RequestsQuery } from "./contract.ts";
import {
  type RequestFilter,
  type StoredRequest,
  selectLatestPosition,
  selectRequest,
  selectRequestOfPayment,
  selectRequests,
  selectRequestsAfter,
} from "./store.ts";

/**
 * A page of the organization's calls, newest first, or the calls logged after an earlier answer. Throws
 * `invalid_request` for an invalid cursor.
 */
export async function listRequests({
  caller,
  query,
}: {
  caller: MemberCaller;
  query: RequestsQuery;
}): Promise<RequestsPage> {
  if (query.after === undefined) return await listPage(caller, query, query.cursor);
  if (query.cursor === undefined) return await listNews(caller, query, query.after);
  throw invalid("after: cannot be combined with cursor");
}

async function listPage(
  caller: MemberCaller,
  query: RequestsQuery,
  cursor: string | undefined,
): Promise<RequestsPage> {
  const end = cursor === undefined ? undefined : readCursor("request", cursor);
  // Read first: in the other order, calls that are logged between the two would be lost.
  const latest = await selectLatestPosition(caller, query.source);
  // One row more than the page shows whether there is a next page.
  const filter = filterOf(query, end);
  const { rows, lookedBackTo } = await selectRequests(caller, filter, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1)?.requestId : lookedBackTo;
  return {
    requests: shown,
    nextCursor: last === undefined ? null : writeCursor(last),
    latest: writeLatest(latest, rows),
  };
}

async function listNews(
  caller: MemberCaller,
  query: RequestsQuery,
  after: string,
): Promise<RequestsPage> {
  const position = readPosition(after);
  const { limit } = query;
  const latest = await selectLatestPosition(caller, query.source);
  const rows = await selectRequestsAfter(caller, filterOf(query), { position, limit });
  // With more rows than the limit, the next call returns the rest.
  const isAll = rows.length < limit;
  return {
    requests: rows.toReversed(),
    nextCursor: null,
    latest: writeLatest(isAll ? Math.max(latest, position) : 0, rows),
  };
}

/** A reader of one row has seen every row with a smaller position that passes the filter. */
function writeLatest(latest: number, rows: readonly StoredRequest[]): string {
  return encodePosition(String(Math.max(latest, ...rows.map(({ position }) => position))));
}

function filterOf(query: RequestsQuery, end?: string): RequestFilter {
  const { from, to } = query;
  const ends = [end, to && firstIdAt("request", to)].filter((id) => id !== undefined);
  return {
    ...query,
    statuses: statusRange(query.status),
    atOrAfter: from && firstIdAt("request", from),
    before: ends.sort()[0],
  };
}

function statusRange(status: string | undefined): readonly [number, number] | undefined {
  if (status === undefined) return undefined;
  if (!status.endsWith("xx")) return [Number(status), Number(status)];
  const first = Number(status.charAt(0)) * 100;
  return [first, first + 99];
}

function readPosition(after: string): number {
  const position = decodePosition(after) ?? "";
  if (/^\d{1,15}$/.test(position)) return Number(position);
  throw invalid("after: must be the `latest` of an earlier answer");
}

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

type RequestOfCaller = { caller: MemberCaller; requestId: string };

/** One call of the organization in the environment, if the log has it. */
export async function findRequest({
  caller,
  requestId,
}: RequestOfCaller): Promise<LoggedRequest | undefined> {
  return await selectRequest(caller, requestId);
}

/** The same. Throws `not_found`. */
export async function getRequest(call: RequestOfCaller): Promise<LoggedRequest> {
  const request = await findRequest(call);
  if (!request) throw new AppError("not_found", { message: "No such request in this environment" });
  return request;
}

/** The id of the first call of `route` that was about the payment, as long as the log has it. */
export async function findRequestOfPayment(
  tenant: Tenant,
  call: { paymentId: string; route: string },
): Promise<string | undefined> {
  return await selectRequestOfPayment(tenant, call);
}
