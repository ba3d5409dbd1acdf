import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createFrontDoor } from "./front-door.ts";

let server: Server;

before(async () => {
  setTestConfig({});
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
    { path: "http://pay.example?x=1", to: "pages", seen: "/" },
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

  test("its subdomains are, too, where the operator says so", async () => {
    setTestConfig({ HSTS_SUBDOMAINS: "1" });
    const { headers } = await ask("/", { "x-forwarded-proto": "https" });
    setTestConfig({});
    assert.equal(headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
  });

  test("a failure without an answer ends the connection, not the server", async () => {
    await assert.rejects(ask("/broken"), /socket hang up/);
    assert.match((await ask("/")).body, /^pages/);
  });
});

describe("what goes to Next", () => {
  before(() => setTestConfig({ RATE_LIMITS: '{"perAddress":8}', TRUSTED_PROXIES: "1" }));
  after(() => setTestConfig({}));

  const form = { "content-type": "application/x-www-form-urlencoded" };
  const path = "/api/auth/callback/credentials";
  const refusals: [string, string, Record<string, string>, string, number, RegExp][] = [
    ["a sign-in of 96 MB", path, { ...form, "content-length": "96000000" }, "", 413, /too large/],
    ["a page with such a body", "/", { "content-length": "96000000" }, "", 413, /too large/],
    [
      "a sign-in without a length",
      path,
      { ...form, "transfer-encoding": "chunked" },
      "",
      400,
      /le/,
    ],
    ["a page without one", "/wallet", { "transfer-encoding": "chunked" }, "", 400, /length/],
    ["JSON", path, { "content-type": "application/json", "content-length": "1" }, "{", 415, /form/],
    ["no type", path, { "content-length": "1" }, "{", 415, /form/],
  ];
  for (const [name, target, headers, body, status, message] of refusals) {
    test(`${status} for ${name}, in the error shape, unread`, async () => {
      const from = { "x-forwarded-for": `192.0.2.${refusals.length + status}-${name}` };
      const answer = await post(target, { ...from, ...headers }, body);
      assert.equal(answer.status, status);
      const { error } = JSON.parse(answer.body);
      assert.match(error.message, message);
      assert.match(error.request_id, /^req_/);
    });
  }

  test("a form goes on", async () => {
    const headers = { ...form, "content-length": "3", "x-forwarded-for": "192.0.2.40" };
    const { status, body } = await post(path, headers, "a=1");
    assert.deepEqual([status, body.split(" ")[0]], [200, "pages"]);
  });

  test("429 for an address that asks for sign-ins all the time, and for no other", async () => {
    const asks = (address: string) => ask("/api/auth/csrf", { "x-forwarded-for": address });
    for (let count = 0; count < 8; count += 1) assert.equal((await asks("192.0.2.50")).status, 200);
    const refused = await asks("192.0.2.50");
    assert.equal(refused.status, 429);
    assert.ok(refused.headers["retry-after"]);
    assert.equal((await asks("192.0.2.51")).status, 200);
    const page = await ask("/", { "x-forwarded-for": "192.0.2.50" });
    assert.equal(page.status, 200, "pages are not counted");
  });
});

/** Sends the body as it is, whatever the headers say of it. */
async function post(path: string, headers: Record<string, string>, body: string) {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ host: "127.0.0.1", port, path, headers, method: "POST" });
  request.on("error", () => undefined);
  request.flushHeaders();
  if (body) request.write(body);
  const [response] = await once(request, "response");
  const answer = await text(response);
  request.destroy();
  return { status: response.statusCode as number, body: answer };
}

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
  const { statusCode: status, headers: sent } = response;
  return { status, headers: sent as Record<string, unknown>, body: chunks.join("") };
}
