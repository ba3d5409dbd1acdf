import assert from "node:assert/strict";
import type { AccessEntryJson } from "#lib/receipts/contract-access.ts";
import type { ConsoleClient } from "./console-client.ts";

type AccessLogPage = { entries: AccessEntryJson[]; nextCursor: string | null };

/** A page of GET /api/console/access-log. */
export async function readAccessLog(
  client: ConsoleClient,
  query: Record<string, string> = {},
): Promise<AccessLogPage> {
  const { status, body } = await client("GET", `/access-log?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
