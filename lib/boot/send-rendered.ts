import type { ServerResponse } from "node:http";
import type { RecordedAnswer } from "./record-answer.ts";

/** Each holds its whole answer in memory: at most a MB. */
const MAX_UNREAD = 64;

/** Answers that their clients have not read to the end, oldest first. */
const unread = new Set<ServerResponse>();

/** Sends an answer for one visitor. The oldest that is still unread makes room for the 65th. */
export function sendRendered(
  response: ServerResponse,
  { status, headers, body }: RecordedAnswer,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  unread.add(response);
  response.once("close", () => unread.delete(response));
  response.statusCode = status;
  response.end(body);

  const [oldest] = unread;
  if (unread.size > MAX_UNREAD) oldest?.destroy();
}
