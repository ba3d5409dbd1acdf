import assert from "node:assert/strict";
import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { after, afterEach, before, describe, test } from "node:test";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createFrontDoor } from "./front-door.ts";

/** More than the operating system takes for a connection. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, "receipt ");

/** For a request that would wait for another client: it hangs then, and a busy machine takes a minute without that. */
const soon = { timeout: 600_000 };

const form = "Content-Type: application/x-www-form-urlencoded";

let server: Server;
const sockets: Socket[] = [];
/** Paths that were asked of Next. */
const asked: string[] = [];

before(async () => {
  setTestConfig({ TRUSTED_PROXIES: "1" });
  setLogDestination({ write: () => undefined });
  const options = { api: () => undefined, pages: answer, dev: false, behindProxy: true };
  const limits = { unreadMs: 1_000, limitMs: 1_000 };
  server = createServer(createFrontDoor({ ...options, ...limits }));
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  asked.length = 0;
});
after(() => server.close());

/** As Next does, it waits until its answer was taken. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = "", headers } = request;
  asked.push(url);
  if (url.startsWith("/endless")) return new Promise(() => undefined);
  if (method === "POST") {
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    return void response.end(`${await text(request)} ${headers.cookie ?? ""}`);
  }
  if (url.startsWith("/large") && !response.write(LARGE)) await once(response, "drain");
  response.end("the end");
  await once(response, "finish");
}

describe("clients that do not read their answers", () => {
  test("take no place", soon, async () => {
    const stalled = [1, 2, 3].map((last) => stall("GET /large", { last, lines: ["RSC: 1"] }));
    await Promise.all(stalled.map((socket) => once(socket, "readable")));
    assert.equal((await ask("/wallet", { rsc: "1" })).body, "the end");
  });

  for (const [kind, lines] of [
    ["a rendered page", ["RSC: 1"]],
    ["a stored one", []],
  ] as const) {
    test(`lose the connection after a while: ${kind}`, soon, async () => {
      const connected = once(server, "connection");
      stall(`GET /large?${lines.length}`, { lines });
      const [ownEnd] = (await connected) as [Socket];
      await once(ownEnd, "close");
    });
  }

  test("make room for others, the oldest first", soon, async () => {
    const closed = new Set<number>();
    for (let index = 0; index < 66; index += 1) {
      const connected = once(server, "connection");
      const socket = stall("GET /large", { last: index, lines: ["RSC: 1"] });
      const [ownEnd] = (await connected) as [Socket];
      ownEnd.once("close", () => closed.add(index));
      await once(socket, "readable");
    }
    assert.ok(closed.has(0));
    assert.ok(!closed.has(65));
  });
});

describe("a body", () => {
  test("takes no place until it has arrived", soon, async () => {
    const path = "/api/auth/callback/credentials";
    const lines = [form, "Content-Length: 9"];
    for (let last = 1; last <= 20; last += 1) {
      await once(stall(`POST ${path}`, { last, lines }), "connect");
    }
    assert.equal((await ask("/api/auth/session")).body, "the end");
    assert.deepEqual(asked, ["/api/auth/session"]);
  });

  test("reaches Next as it is, with the visitor's cookies", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: "c=3" };
    const sent = await ask("/api/auth/signout", headers, "a=%F0%9F%A7%BE&b=1");
    assert.equal(sent.body, "a=%F0%9F%A7%BE&b=1 c=3");
    assert.deepEqual(sent.headers["set-cookie"], ["a=1", "b=2"]);
  });
});

for (const [kind, headers] of [
  ["that is stored", {}],
  ["that is not", { rsc: "1" }],
] as const) {
  test(`an answer ${kind} and never ends gives its place back`, soon, async () => {
    const endless = Array.from({ length: 3 }, () =>
      assert.rejects(ask("/endless", headers), /socket hang up/),
    );
    await Promise.all(endless);
    assert.equal((await ask(`/wallet?after=${kind.length}`)).body, "the end");
    await assert.rejects(ask("/endless", headers), /socket hang up/);
    assert.ok(asked.filter((path) => path === "/endless").length > 1, "asked again");
  });
}

/** Sends this much, from an address that ends in `last`, and reads nothing. */
function stall(start: string, { last = 1, lines = [] as readonly string[] }): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  const head = ["Host: localhost", `X-Forwarded-For: 192.0.2.${last}`, ...lines];
  socket.write(`${[`${start} HTTP/1.1`, ...head].join("\r\n")}\r\n\r\n`);
  return socket;
}

async function ask(path: string, headers: Record<string, string> = {}, body?: string) {
  const { port } = server.address() as AddressInfo;
  const from = { "x-forwarded-for": "192.0.2.200" };
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const request = httpRequest({
    ...{ host: "127.0.0.1", port, path, agent: false },
    method: body === undefined ? "GET" : "POST",
    headers: { ...from, ...length, ...headers },
  });
  const [response] = (await once(request.end(body), "response")) as [IncomingMessage];
  return { headers: response.headers, body: await text(response) };
}
