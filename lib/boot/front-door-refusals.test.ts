import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createFrontDoor } from "./front-door.ts";

let server: Server;
before(async () => {
  setTestConfig({});
  setLogDestination({ write: () => undefined });
  const answered = (who: string) => (_request: unknown, response: { end(text: string): void }) =>
    response.end(who);
  const options = { api: answered("api"), pages: answered("pages"), dev: false };
  server = createServer(createFrontDoor({ ...options, behindProxy: false })).listen(0, "127.0.0.1");
  await once(server, "listening");
});
after(() => server.close());

describe("one Host header, or none", () => {
  for (const target of ["/", "/api/health", "/api/auth/csrf", "/x/../y"]) {
    test(`400 for two: ${target}`, async () => {
      const { head, body } = await send(`GET ${target}`, ["Host: a.example", "host: b.example"]);
      assert.match(head, /^HTTP\/1\.1 400 /);
      const { error } = JSON.parse(body);
      assert.deepEqual(
        [error.code, error.details],
        ["invalid_request", "Host: must be there once"],
      );
    });
  }

  test("a header whose value is that word is none", async () => {
    const { body } = await send("GET /", ["Host: a.example", "X-One: host", "X-Two: Host"]);
    assert.equal(body, "pages");
  });
});

describe("methods of pages", () => {
  for (const method of ["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
    test(`405 for ${method}`, async () => {
      for (const path of ["/", "/sign-in", "/api/auth/csrf"]) {
        const { head, body } = await send(`${method} ${path}`);
        assert.match(head, /^HTTP\/1\.1 405 /);
        assert.match(head, /^allow: GET, HEAD, POST$/im);
        assert.equal(JSON.parse(body).error.code, "method_not_allowed");
      }
    });
  }

  for (const method of ["GET", "HEAD", "POST"]) {
    test(`${method} goes on`, async () => {
      assert.match((await send(`${method} /`)).head, /^HTTP\/1\.1 200 /);
    });
  }

  test("the API decides about its own", async () => {
    assert.equal((await send("PUT /api/v1/payments")).body, "api");
  });
});

describe("400 for a state of Next's router that is none", () => {
  for (const state of ["x", "", "[]", "%", '["",{"children":["__PAGE__"]}]', "[".repeat(9_000)]) {
    test(JSON.stringify(state.slice(0, 40)), async () => {
      const headers = ["Host: localhost", "RSC: 1", `Next-Router-State-Tree: ${state}`];
      const { head, body } = await send("GET /sign-in", headers);
      assert.match(head, /^HTTP\/1\.1 400 /);
      assert.match(JSON.parse(body).error.details, /^Next-Router-State-Tree: /);
    });
  }

  test("one of its own goes on", async () => {
    const state = encodeURIComponent('["",{"children":["__PAGE__",{}]},null,"refetch"]');
    const headers = ["Host: localhost", "RSC: 1", `Next-Router-State-Tree: ${state}`];
    assert.equal((await send("GET /sign-in", headers)).body, "pages");
  });
});

describe("404 for Next's own pictures", () => {
  const query = "?url=/api/v1/users&w=64&q=75";
  for (const path of [
    "/_next/image",
    "/_next/image/",
    "/_next/%69mage",
    "//_next//image",
    "http://pay.example/_next/image",
  ]) {
    test(path, async () => {
      const { head, body } = await send(`GET ${path}${query}`);
      assert.match(head, /^HTTP\/1\.1 404 /);
      assert.equal(JSON.parse(body).error.code, "not_found");
    });
  }

  test("a file beside them is none", async () => {
    assert.equal((await send("GET /_next/images/logo.png")).body, "pages");
  });
});

/** Sends what an HTTP client would not. */
async function send(start: string, headers = ["Host: localhost"]) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const lines = [`${start} HTTP/1.1`, ...headers, "Connection: close", "", ""];
  socket.end(lines.join("\r\n"));
  const [head = "", ...body] = (await text(socket)).split("\r\n\r\n");
  return { head, body: body.join("\r\n\r\n") };
}
