import { callOut, requireAllowedHost } from "#lib/outbound/call-out.ts";
import { OutboundError } from "#lib/outbound/outbound-error.ts";

export type SealedMessage = {
  endpoint: string;
  headers: Record<string, string>;
  body: Uint8Array;
};

/** Sends a message to a push service; returns the status of its answer. Throws without an answer. */
export type PostMessage = (message: SealedMessage) => Promise<number>;

const TIMEOUT_MS = 10_000;

/** Reads only the status of the answer. Throws an OutboundError. */
export const postMessage: PostMessage = async ({ endpoint, headers, body }) => {
  requireUsualPort(endpoint);
  const { status } = await callOut(endpoint, {
    method: "POST",
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: 0,
    reach: "public",
  });
  return status;
};

/** Throws an OutboundError unless a push service may be at the endpoint. */
export async function requirePushService(endpoint: string): Promise<void> {
  requireUsualPort(endpoint);
  await requireAllowedHost(endpoint, "public");
}

/** Push services have no other: what listens elsewhere is something else. */
function requireUsualPort(endpoint: string): void {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.port !== "") throw new OutboundError("address_not_allowed");
}
