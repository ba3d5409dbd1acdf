import { request } from "node:https";
import type { LookupFunction } from "node:net";
import { type Address, resolvePublicHost } from "./public-host.ts";

export type SealedMessage = {
  endpoint: string;
  headers: Record<string, string>;
  body: Uint8Array;
};

/** Sends a message to a push service; returns the status of its answer. Throws without an answer. */
export type PostMessage = (message: SealedMessage) => Promise<number>;

const TIMEOUT_MS = 10_000;

/**
 * Connects to the very addresses that were checked, follows no redirect, and reads only the status of the
 * answer. Throws a RangeError for a host that is not public.
 */
export const postMessage: PostMessage = async ({ endpoint, headers, body }) => {
  const addresses = await resolvePublicHost(endpoint);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const call = request(endpoint, {
    method: "POST",
    headers: { ...headers, "Content-Length": body.byteLength },
    agent: false,
    lookup: answerWith(addresses),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  call.on("response", (response) => {
    response.on("error", () => undefined);
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  call.on("error", reject);
  call.end(body);
  return await promise;
};

function answerWith([first, ...others]: [Address, ...Address[]]): LookupFunction {
  return (_hostname, { all }, callback) => {
    if (all) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  };
}
