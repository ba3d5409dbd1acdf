import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { createFrontDoor } from "./front-door.ts";

let server: Server;

before(async () => {
  const door = createFrontDoor({
    api: (request, response) => response.end(`api ${request.url}`),
    pages: (request, response) => {
      if (request.url === "/broken") throw new Error("broken");
      response.setHeader("x-seen-address", request.headers[CLIENT_ADDRESS_HEADER] ?? "");
      response.end(`pages ${request.url} ${request.headers["content-security-policy"]}`);
    },
    dev: false,
    behindProxy: true,
  });
  server = createServer(door).listen(0, "127.0.0.1");
  await once(server, "listening");
});

after(() => server.close());

describe("createFrontDoor", () => {
  const ways = [
    { path: "/api", to: "api" },
    { path: "/api/v1/payments?limit=1", to: "api" },
    { path: "/api/authority", to: "api" },
    { path: "/%61pi/v1/%70ayments?q=%61", to: "api", seen: "/api/v1/payments?q=%61" },
    { path: "//api/v1/payments", to: "api" },
    { path: "http://pay.example/api/health?x=1", to: "api", seen: "/api/health?x=1" },
    { path: "http://pay.example?x=1", to: "pages", seen: "/?x=1" },
    { path: "/api/auth/session", to: "pages" },
    { path: "/apiary", to: "pages" },
    { path: "/", to: "pages" },
    { path: "/wallet%ZZ", to: "pages" },
    { path: "/wallet?next=/../api/v1", to: "pages" },
    { path: "/.well-known/security.txt", to: "pages" },
    { path: "/wallet/..receipts", to: "pages" },
  ];
  for (const { path, to, seen = path } of ways) {
    test(`${path} goes to the ${to}`, async () => {
      const { body } = await ask(path);
      assert.equal(body.split(" ").slice(0, 2).join(" "), `${to} ${seen}`);
    });
  }

  const ambiguous = [
    "/x/../api/v1/openapi.json",
    "/api/auth/../v1/openapi.json",
    "/api/auth/%2e%2e/v1/openapi.json",
    "/api/auth/%2E./v1/openapi.json",
    "/api/auth/%%32e%%32e/v1/openapi.json",
    "/api/auth/..%2fv1/openapi.json",
    "/api/auth%2F..%2Fv1",
    "/api/auth/..\\v1\\openapi.json",
    "/api/auth/%5C../v1/openapi.json",
    "/\\api/v1/openapi.json",
    "/./api/v1/openapi.json",
    "/wallet/..",
    "/x#/../api",
    "http://pay.example/x/../api/health",
    "ftp://pay.example/api/health",
    "*",
  ];
  for (const path of ambiguous) {
    test(`${JSON.stringify(path)} goes to the api as it is, not to the pages`, async () => {
      assert.equal(await askRaw(path), `api ${path}`);
    });
  }

  test("a page has a policy of its own, which Next sees as well", async () => {
    const forged = { "content-security-policy": "script-src 'nonce-forged'" };
    const [one, two] = await Promise.all([ask("/", forged), ask("/", forged)]);

    const policy = one.headers["content-security-policy"];
    assert.match(String(policy), /'nonce-[\w+/]{24}'/);
    assert.notEqual(policy, two.headers["content-security-policy"]);
    assert.equal(one.body, `pages / ${policy}`);
  });

  test("pages are told where a request comes from, whatever it says itself", async () => {
    const forged = { [CLIENT_ADDRESS_HEADER]: "192.0.2.1", "x-forwarded-for": "192.0.2.2" };
    const { headers } = await ask("/api/auth/session", forged);
    assert.equal(headers["x-seen-address"], "127.0.0.1");
  });

  test("an answer of the API gets no policy from here", async () => {
    const { headers } = await ask("/api/health");
    assert.equal(headers["content-security-policy"], undefined);
  });

  test("only a visit over TLS is told to stay there", async () => {
    const plain = await ask("/");
    const secure = await ask("/", { "x-forwarded-proto": "https" });
    assert.equal(plain.headers["strict-transport-security"], undefined);
    assert.match(String(secure.headers["strict-transport-security"]), /max-age=\d+/);
  });

  test("a failure without an answer ends the connection, not the server", async () => {
    await assert.rejects(ask("/broken"), /socket hang up/);
    assert.match((await ask("/")).body, /^pages/);
  });
});

/** Sends what an HTTP client would not, and returns the body. */
async function askRaw(target: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split("\r\n\r\n")[1] ?? "";
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ host: "127.0.0.1", port, path, headers, agent: false }).end();
  const [response] = await once(request, "response");
  const chunks: string[] = await response.setEncoding("utf8").toArray();
  return { headers: response.headers as Record<string, unknown>, body: chunks.join("") };
}
