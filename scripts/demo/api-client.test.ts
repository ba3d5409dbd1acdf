import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createApiClient } from "./api-client.ts";

type Reply = { status: number; headers?: Record<string, string> };

const call = { method: "POST", path: "/things", key: "ssk_dev_key", body: { a: 1 } } as const;

test("a call carries the key and the body, and the answer its JSON", async (t) => {
  const { baseUrl, seen } = await serve(t, [{ status: 201 }]);
  const answer = await createApiClient(baseUrl)(call);

  assert.equal(answer.status, 201);
  assert.equal(answer.attempts, 1);
  assert.deepEqual(answer.body, { reply: 0 });
  assert.equal(seen[0]?.url, "/api/v1/things");
  assert.equal(seen[0]?.headers["x-api-key"], "ssk_dev_key");
  assert.equal(seen[0]?.headers["content-type"], "application/json");
});

test("429 and failures of the server are tried again, after growing delays", async (t) => {
  for (const status of [429, 500, 502, 503, 504]) {
    const { baseUrl } = await serve(t, [{ status }, { status }, { status: 200 }]);
    const waited: number[] = [];
    const answer = await createApiClient(baseUrl, async (ms) => waited.push(ms))(call);
    assert.equal(answer.status, 200);
    assert.equal(answer.attempts, 3);
    assert.deepEqual(waited, [1000, 2000]);
  }
});

test("a longer Retry-After is kept to, one that is not a number of seconds is not", async (t) => {
  const { baseUrl } = await serve(t, [
    { status: 503, headers: { "Retry-After": "5" } },
    { status: 503, headers: { "Retry-After": "Fri, 01 Jan 2027 00:00:00 GMT" } },
    { status: 200 },
  ]);
  const waited: number[] = [];
  await createApiClient(baseUrl, async (ms) => waited.push(ms))(call);
  assert.deepEqual(waited, [5000, 2000]);
});

test("the third failure is the answer", async (t) => {
  const { baseUrl, seen } = await serve(t, [{ status: 503 }, { status: 503 }, { status: 503 }]);
  const answer = await createApiClient(baseUrl, async () => {})(call);
  assert.equal(answer.status, 503);
  assert.equal(seen.length, 3);
});

test("what the caller did wrong is not tried again", async (t) => {
  for (const status of [400, 401, 402, 403, 404, 409]) {
    const { baseUrl, seen } = await serve(t, [{ status }]);
    const answer = await createApiClient(baseUrl, () => assert.fail("waited"))(call);
    assert.equal(answer.status, status);
    assert.equal(seen.length, 1);
  }
});

test("without a server the failure says how to start one", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");

  const callApi = createApiClient(`http://127.0.0.1:${port}`, () => assert.fail("waited"));
  await assert.rejects(callApi(call), { name: "DemoFailure", message: /npm start/ });
});

async function serve(t: TestContext, replies: Reply[]) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const reply = replies[seen.length] ?? { status: 599 };
    response.writeHead(reply.status, reply.headers).end(JSON.stringify({ reply: seen.length }));
    seen.push(request);
  }).listen(0, "127.0.0.1");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}
