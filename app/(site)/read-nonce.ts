import type { IncomingHttpHeaders } from "node:http";

/** The nonce that the policy of this response allows, which the server adds to the request. */
export function readNonce(headers: IncomingHttpHeaders): string {
  const policy = headers["content-security-policy"];
  return /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? "";
}
