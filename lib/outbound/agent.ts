import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Reach } from "./address.ts";

/** Connections that wait for the next call to the same host. Each was checked when it was made. */
export type OutboundAgent = { reach: Reach; http: HttpAgent; https: HttpsAgent; close(): void };

/** Short: a kept connection goes on to an address that the name may have left since. */
const IDLE_MS = 10_000;
const MAX_IDLE = 8;

export function createAgent(reach: Reach): OutboundAgent {
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE };
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);
  const close = () => {
    http.destroy();
    https.destroy();
  };
  return { reach, http, https, close };
}
