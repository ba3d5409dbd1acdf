import { once } from "node:events";
import { type Agent, type IncomingMessage, request } from "node:http";
import type { TestService } from "#lib/testing/test-service.ts";
import type { FuzzAnswer } from "./judge.ts";
import type { FuzzRequest } from "./requests.ts";

/** Sends what `fetch` would correct or refuse. */
export async function sendFuzz(
  { url }: Pick<TestService, "url">,
  { method, target, headers, body }: FuzzRequest,
  agent: Agent,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { "Content-Length": body.length };
  const outgoing = request({
    hostname,
    port,
    method,
    path: target,
    headers: { ...headers, ...length },
    agent,
  });
  // The service may hang up on a body that it has refused; the answer was there before.
  outgoing.on("error", () => undefined);
  outgoing.end(body);
  const [incoming]: IncomingMessage[] = await once(outgoing, "response");
  if (!incoming) throw new Error("The service gave no answer.");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    status: incoming.statusCode ?? 0,
    headers: new Headers(Object.entries(incoming.headers).map(([k, v]) => [k, String(v)])),
    text: Buffer.concat(chunks).toString(),
  };
}
