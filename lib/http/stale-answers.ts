import { readCookie, writeCookie } from "#lib/accounts/session-cookie.ts";
import { config } from "#lib/config.ts";
import type { Operation } from "#lib/core/operation.ts";
import { standbyHealth } from "#lib/storage/database.ts";
import { chunksWithStaleReads, withStaleReads } from "#lib/storage/stale-reads.ts";
import type { Exchange } from "./exchange.ts";
import type { Reply } from "./reply.ts";

const WROTE = "sealslip.wrote";

/** Clocks of browsers count in whole seconds. */
const MARGIN_SECONDS = 1;

/**
 * Does the work of a call, with reads from the standby if its operation allows that, unless the browser has written
 * something that the standby may not have yet.
 */
export async function answerFromStandby<T>(
  { request }: Pick<Exchange, "request">,
  { mayBeStale }: Pick<Operation, "mayBeStale">,
  work: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  if (!mayBeStale || !standbyHealth() || hasJustWritten(request)) return await work();
  const reply = await withStaleReads(work);
  return "chunks" in reply ? { ...reply, chunks: chunksWithStaleReads(reply.chunks) } : reply;
}

function hasJustWritten({ headers }: Request): boolean {
  return readCookie(headers.get("cookie"), WROTE) !== undefined;
}

/**
 * Lets a browser read from the primary until every standby that is read has what the call may have written. A cookie
 * does that for all processes and servers alike; one that is made up only asks for more recent data. A refusal counts,
 * too: a call can fail after its first write.
 */
export function noteWrite(
  { request, caller }: Pick<Exchange, "request" | "caller">,
  { sameOrigin }: Pick<Operation, "sameOrigin">,
  response: Response,
): void {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isOfConsole = caller?.memberId !== undefined || sameOrigin;
  if (isRead || !isOfConsole || !standbyHealth()) return;
  const maxAge = Math.ceil(config().databaseReadMaxLagMs / 1000) + MARGIN_SECONDS;
  response.headers.append("Set-Cookie", writeCookie(WROTE, "1", { maxAge, sameSite: "Strict" }));
}
