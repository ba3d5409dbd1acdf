import type { IncomingMessage } from "node:http";

/** The origin at which the visitor reached this service, such as `https://receipts.example`. */
export function readOrigin(headers: Headers): string {
  const host = headers.get("host") ?? "";
  // The host becomes part of a command to paste, so only a host may pass.
  if (!/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) return "http://localhost:3000";
  const tls = headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
  return `${tls ? "https" : "http"}://${host}`;
}

/** The headers of a request as Next's older router has it. */
export function listHeaders({ headers }: IncomingMessage): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
