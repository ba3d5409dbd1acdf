import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import { createHttpServer } from "./listen.ts";

const server = createHttpServer();
server.on("request", (_request, response) => response.end("answered"));
before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
after(() => server.close());

const malformed: [what: string, request: string, status: RegExp][] = [
  ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["a method that does not exist", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
  [
    "headers without end",
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(70_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431 /,
  ],
];

const headers = [
  "X-Content-Type-Options: nosniff",
  "X-Frame-Options: DENY",
  "Referrer-Policy: no-referrer",
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
];

for (const [what, request, status] of malformed) {
  test(`${what} is told in the error shape`, async () => {
    const answer = await send(request);
    assert.match(answer, status);
    assert.match(answer, /\r\nX-Request-Id: req_[0-9a-f]{32}\r\n/);
    for (const header of headers) assert.ok(answer.includes(`\r\n${header}\r\n`), header);
    const { error } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
    assert.equal(error.code, "invalid_request");
  });
}

test("an expectation that nobody knows is ignored", async () => {
  const answer = await send(
    "GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n",
  );
  assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*answered/);
});

async function send(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(request);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += String(chunk);
  });
  socket.on("error", () => undefined);
  await once(socket, "close");
  return answer;
}
