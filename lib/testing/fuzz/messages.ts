import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import type { TestService } from "#lib/testing/test-service.ts";

const lineEnd = fc.oneof(
  { weight: 9, arbitrary: fc.constant("\r\n") },
  fc.constantFrom("\n", "\r", "\0\r\n"),
);

const targets = [
  "/api/health",
  "/api/v1/payments?limit=1",
  "/api/v1/x/../payments",
  "/api/v1/%2e%2e/%2e%2e/etc/passwd",
  "/api\\v1\\payments",
  "//api//v1//payments",
  "http://elsewhere.example/api/health",
  "*",
  "/api/health\0",
  `/api/v1/${"a/".repeat(2000)}`,
  "/api/v1/payments/%ff%fe",
  "/api/auth/../v1/payments",
];

/** What proxies and servers have understood differently, two of a kind and in odd spellings. */
const headers = [
  "Content-Length: 5",
  "Content-Length: 0",
  "Content-Length: +5",
  "Content-Length: 5, 5",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding : chunked",
  "transfer-encoding:\tchunked",
  "Host: one.example",
  "Host: two.example",
  "Content-Type: application/json",
  "Connection: close, X-API-Key",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Expect: 100-continue",
  "X-Forwarded-For: 127.0.0.1, ::1",
  "X-API-Key: \u00ff\u00fe",
  " X-Folded: line",
  "NoColon",
  `X-Long: ${"a".repeat(20_000)}`,
  `Cookie: ${"a=b; ".repeat(500)}`,
];

const bodies = ["", "hello", "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFFF\r\n", "{}"];

/** A request in the words of RFC 9112, most of them against its rules. */
export const messages: fc.Arbitrary<string> = fc
  .record({
    method: fc.constantFrom("GET", "POST", "OPTIONS", "TRACE", "CONNECT", "get", "PRI"),
    target: fc.constantFrom(...targets),
    version: fc.constantFrom("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", ""),
    lines: fc.subarray(headers, { maxLength: 6 }),
    end: lineEnd,
    body: fc.constantFrom(...bodies),
  })
  .map(({ method, target, version, lines, end, body }) =>
    [`${method} ${target} ${version}`, ...lines, "", body].join(end),
  );

/** What comes back on a connection of its own until the service ends it. */
export async function exchange(
  { url }: Pick<TestService, "url">,
  message: string,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (text) => {
    answer += String(text);
  });
  socket.on("error", () => undefined);
  // Half closed: what is incomplete stays so, and the service need not wait for more.
  socket.end(message, "latin1");
  await once(socket, "close");
  return answer;
}
