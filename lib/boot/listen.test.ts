import assert from "node:assert/strict";
import { once } from "node:events";
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { createHttpServer, drain, listen } from "./listen.ts";
import { StartError } from "./start-error.ts";

describe("drain", () => {
  test("finishes what is under way and accepts nothing more", async () => {
    const server = await serve();
    const agent = new Agent({ keepAlive: true });
    const answer = ask(server, agent);
    const [, response] = await once(server, "request");
    const { port } = server.address() as AddressInfo;

    const drained = drain(server, 60_000);
    await assert.rejects(fetch(`http://127.0.0.1:${port}`));
    response.end("finished");
    assert.equal(await answer, "finished");
    // The connection is kept alive and idle now; it must not hold the end up.
    await drained;
    agent.destroy();
  });

  test("has an answer that is in progress end its connection, which nobody uses again then", async () => {
    const server = await serve();
    const { port } = server.address() as AddressInfo;
    const answer = fetch(`http://127.0.0.1:${port}`);
    const [, response] = await once(server, "request");

    const drained = drain(server, 60_000, { idleMs: 60_000 });
    response.end("finished");
    assert.equal((await answer).headers.get("connection"), "close");
    // Not for the time that an idle connection has.
    await drained;
  });

  test("does not wait longer than the deadline", async () => {
    const server = await serve();
    const answer = ask(server, new Agent());
    const cut = assert.rejects(answer, /socket hang up/);
    await once(server, "request");

    await drain(server, 20);
    await cut;
  });

  test("has nothing to do for a server that never listened", async () => {
    await drain(createHttpServer(), 60_000);
  });
});

describe("createHttpServer", () => {
  test("answers a request for another protocol over HTTP", async () => {
    const server = await serve();
    server.on("upgrade", () => assert.fail("Next would leave this one without an answer"));
    server.removeAllListeners("request");
    server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
      response.end("plain");
    });
    const headers = { Connection: "Upgrade", Upgrade: "websocket" };

    assert.equal(await ask(server, new Agent(), headers), "plain");
    await drain(server, 0);
  });
});

describe("listen", () => {
  test("says in one line that the port is taken", async () => {
    const first = await serve();
    const { port } = first.address() as AddressInfo;
    const second = listen(createHttpServer(), { port, host: "127.0.0.1" });

    await assert.rejects(second, (error: unknown) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, new RegExp(`^port ${port} is in use: .*PORT=${port + 1}`));
      return true;
    });
    await drain(first, 0);
  });
});

async function serve(): Promise<Server> {
  const server = createHttpServer();
  server.on("request", (_request: IncomingMessage, _response: ServerResponse) => undefined);
  await listen(server, { port: 0, host: "127.0.0.1" });
  return server;
}

async function ask(server: Server, agent: Agent, headers = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ host: "127.0.0.1", port, agent, headers }).end();
  const [response] = await once(request, "response");
  const chunks: string[] = await response.setEncoding("utf8").toArray();
  return chunks.join("");
}
