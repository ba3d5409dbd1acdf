import type { Socket } from "node:net";
import { createId } from "#lib/ids/create-id.ts";

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers what the HTTP parser refuses, in the error shape of the API, and closes the connection. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();

  const requestId = createId("request");
  const body = JSON.stringify({
    error: {
      code: "invalid_request",
      message: "This is not a request that HTTP allows",
      details: "",
      timestamp: new Date().toISOString(),
      request_id: requestId,
    },
  });
  const head = [
    `HTTP/1.1 ${statuses[error.code ?? ""] ?? "400 Bad Request"}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${requestId}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
