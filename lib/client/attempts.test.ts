import assert from "node:assert/strict";
import { mock, type TestContext, test } from "node:test";
import {
  fail,
  type OddServer,
  showPage,
  startOddServer,
  succeed,
} from "#lib/testing/odd-server.ts";
import { until } from "#lib/testing/until.ts";
import { ApiError } from "./api-error.ts";
import type { CallOptions, ClientOptions } from "./call.ts";
import { createClient } from "./create-client.ts";
import { createSale } from "./queue/testing/sale.ts";
import { generateSigningKeys, readSigningKeys } from "./signing-keys.ts";

/** A client whose waits are over at once: their lengths are recorded. */
function createHurried({ url }: OddServer, t: TestContext, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const { setTimeout } = globalThis;
  t.mock.method(globalThis, "setTimeout", (run: () => void, milliseconds: number, ...rest: []) =>
    setTimeout(run, milliseconds === waits.at(-1) ? 0 : milliseconds, ...rest),
  );
  const onWait = (milliseconds: number) => void waits.push(milliseconds);
  const client = createClient({ baseUrl: url, apiKey: "ssk_dev_test", onWait, ...options });
  return { client, waits };
}

async function catchError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

for (const status of [429, 500, 502, 503, 504]) {
  test(`${status} is repeated after 1 and 2 seconds, and then reported`, async (t) => {
    await using server = await startOddServer((response, number) =>
      number < 3 ? fail(response, status) : succeed(response, { userId: "usr_1" }),
    );
    const { client, waits } = createHurried(server, t);
    const body = { hashedPan: "a", publicKey: "b", keyId: "c" };
    assert.deepEqual(await client.users.register(body), { userId: "usr_1" });
    assert.deepEqual(waits, [1000, 2000]);
    assert.equal(new Set(server.requests.map(({ body }) => body)).size, 1);

    await using down = await startOddServer((response) => fail(response, status));
    const other = createClient({ baseUrl: down.url, apiKey: "k", maxAttempts: 1 });
    assert.equal((await catchError(other.users.register(body))).status, status);
    assert.equal(down.requests.length, 1);
  });
}

for (const status of [400, 401, 402, 403, 404, 405, 409, 413, 415, 422]) {
  test(`${status} is not repeated`, async (t) => {
    await using server = await startOddServer((response) => fail(response, status));
    const { client } = createHurried(server, t);
    assert.equal((await catchError(client.keys.generate())).status, status);
    assert.equal(server.requests.length, 1);
  });
}

test("Retry-After is waited for, unless it is longer than a minute", async (t) => {
  const headers = { "Retry-After": "7" };
  await using server = await startOddServer((response, number) =>
    number === 1 ? fail(response, 503, { headers }) : succeed(response),
  );
  const { client, waits } = createHurried(server, t);
  await client.keys.generate();
  assert.deepEqual(waits, [7000]);

  await using busy = await startOddServer((response) =>
    fail(response, 429, { headers: { "Retry-After": "3600" } }),
  );
  const error = await catchError(createClient({ baseUrl: busy.url, apiKey: "k" }).keys.generate());
  assert.equal(error.retryAfter, 3600);
  assert.equal(busy.requests.length, 1);
});

test("what works once is repeated only if it was refused unread", async (t) => {
  const body = { paymentId: "pay_1", tokenId: "tok_1" };
  for (const [status, requests] of [
    [500, 1],
    [503, 1],
    [429, 3],
  ] as const) {
    await using server = await startOddServer((response) => fail(response, status));
    const { client } = createHurried(server, t);
    await catchError(client.receipts.getEnvelope(body));
    assert.equal(server.requests.length, requests, String(status));
  }
  await using server = await startOddServer((response) => response.destroy());
  const { client } = createHurried(server, t);
  assert.equal((await catchError(client.receipts.getEnvelope(body))).code, "no_answer");
  assert.equal(server.requests.length, 1);
});

const lost: [string, Parameters<typeof startOddServer>[0]][] = [
  ["a connection that breaks before the answer", (response) => response.destroy()],
  [
    "an answer that breaks off",
    (response) => {
      response.writeHead(200, { "Content-Length": "100" });
      response.write('{"success":', () => response.destroy());
    },
  ],
  [
    "an error that breaks off",
    (response) => {
      response.writeHead(409, { "Content-Length": "100" });
      response.write('{"error":', () => response.destroy());
    },
  ],
];
for (const [name, behave] of lost) {
  test(`${name} is no answer, and asked for again`, async (t) => {
    await using server = await startOddServer(behave);
    const { client, waits } = createHurried(server, t);
    const { code, status } = await catchError(client.users.find({ kind: "card", hash: "a" }));
    assert.deepEqual({ code, status }, { code: "no_answer", status: 0 });
    assert.deepEqual(waits, [1000, 2000]);
    assert.equal(server.requests.length, 3);
  });
}

test("a time-out covers the answer to its end, and is asked for again", async (t) => {
  const halves = [
    () => undefined,
    (response: Parameters<typeof succeed>[0]) => {
      response.writeHead(200);
      response.write('{"success":');
    },
  ];
  for (const behave of halves) {
    await using server = await startOddServer(behave);
    const { client, waits } = createHurried(server, t);
    const { code, message } = await catchError(client.keys.generate({ timeoutMs: 50 }));
    assert.deepEqual([code, message], ["no_answer", "No answer within 0.05 seconds"]);
    assert.deepEqual(waits, [1000, 2000]);
    assert.equal(server.requests.length, 3);
  }
});

test("a redirect is refused: it would carry the key elsewhere", async () => {
  await using other = await startOddServer((response) => succeed(response));
  for (const status of [301, 302, 307, 308]) {
    await using server = await startOddServer((response) =>
      response.writeHead(status, { Location: `${other.url}/there` }).end(),
    );
    const client = createClient({ baseUrl: server.url, apiKey: "k" });
    const { code, message, details } = await catchError(client.keys.generate());
    assert.equal(code, "unreadable");
    assert.match(message, /baseUrl/);
    assert.equal(details, `location: ${other.url}/there`);
    assert.equal(server.requests.length, 1);
  }
  assert.equal(other.requests.length, 0);
});

test("a proxy's page is told from the service, and repeated by its status alone", async (t) => {
  for (const [status, requests] of [
    [200, 1],
    [404, 1],
    [502, 3],
  ] as const) {
    await using server = await startOddServer((response) => showPage(response, status));
    const { client } = createHurried(server, t);
    const { code, details } = await catchError(client.keys.generate());
    assert.deepEqual([code, details], ["unreadable", "content-type: text/html"]);
    assert.equal(server.requests.length, requests);
  }
});

test("a code of a newer service is passed on, and its status decides", async (t) => {
  for (const [status, requests] of [
    [422, 1],
    [503, 3],
  ] as const) {
    await using server = await startOddServer((response) =>
      fail(response, status, { code: "merchant_asleep_2" }),
    );
    const { client } = createHurried(server, t);
    const error = await catchError(client.keys.generate());
    assert.deepEqual([error.code, error.status], ["merchant_asleep_2", status]);
    assert.equal(error.requestId, "req_1");
    assert.equal(server.requests.length, requests);
  }
});

test("a call ends with its signal, whether it waits, sends, or has not begun", async (t) => {
  const reason = new Error("The customer left");
  await using server = await startOddServer((response) => fail(response, 503));
  const { client } = createHurried(server, t);
  const generate = (options: CallOptions) => client.keys.generate(options);

  await assert.rejects(generate({ signal: AbortSignal.abort(reason) }), reason);
  assert.equal(server.requests.length, 0);

  const waiting = new AbortController();
  const onWait = () => waiting.abort(reason);
  await assert.rejects(generate({ signal: waiting.signal, onWait }), reason);
  assert.equal(server.requests.length, 1);

  await using silent = await startOddServer(() => undefined);
  const sending = new AbortController();
  const call = createClient({ baseUrl: silent.url, apiKey: "k" }).keys.generate({
    signal: sending.signal,
  });
  const rejected = assert.rejects(call, reason);
  await until(async () => silent.requests.length === 1);
  sending.abort(reason);
  await rejected;
});

test("the idempotency key and the signature are the same for all attempts", async (t) => {
  await using server = await startOddServer((response) => fail(response, 503));
  const { privateKeyPem } = await generateSigningKeys();
  const signingKey = await readSigningKeys(privateKeyPem);
  const { client } = createHurried(server, t, { signingKey });
  const options = { idempotencyKey: "sale-7" };
  await catchError(client.payments.create("gateway_one", createSale("1"), options));
  const sent = server.requests.map(({ headers, body }) => ({
    key: headers["idempotency-key"],
    signature: headers["x-merchant-signature"],
    body,
  }));
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map((one) => JSON.stringify(one))).size, 1);
  assert.equal(sent[0]?.key, "sale-7");
  assert.ok(sent[0].signature);

  await catchError(client.payments.create("gateway_one", createSale("1")));
  const drawn = server.requests.slice(3).map(({ headers }) => headers["idempotency-key"]);
  assert.equal(drawn.length, 3);
  assert.match(String(drawn[0]), /^[\da-f-]{36}$/);
  assert.equal(new Set(drawn).size, 1);
  const headers = { "idempotency-key": "sale-8", "x-api-key": "other", "X-Till": "4" };
  const once = { maxAttempts: 1, headers, idempotencyKey: "sale-7" };
  await catchError(client.payments.create("gateway_one", createSale("1"), once));
  const last = server.requests.at(-1)?.headers;
  assert.deepEqual(
    [last?.["idempotency-key"], last?.["x-api-key"], last?.["x-till"]],
    ["sale-8", "other", "4"],
  );
});

test("a value that no header can carry is the caller's mistake, and not sent", async () => {
  await using server = await startOddServer((response) => succeed(response));
  const client = createClient({ baseUrl: server.url, apiKey: "k" });
  const options = { headers: { "X-Till": "a\nb" } };
  await assert.rejects(client.keys.generate(options), TypeError);
  assert.equal(server.requests.length, 0);
});

test("each attempt is reported with its answer", async (t) => {
  await using server = await startOddServer((response, number) => {
    response.setHeader("X-Request-Id", `req_${number}`);
    if (number === 1) return response.destroy();
    if (number === 2) return fail(response, 503);
    response.setHeader("Idempotent-Replayed", "true");
    succeed(response);
  });
  const { client } = createHurried(server, t);
  const onAttempt = mock.fn();
  await client.keys.generate({ onAttempt });
  const seen = onAttempt.mock.calls.map(
    ({ arguments: [{ milliseconds: _, ...attempt }] }) => attempt,
  );
  assert.deepEqual(seen, [
    { number: 1, status: undefined, requestId: undefined, replayed: false },
    { number: 2, status: 503, requestId: "req_2", replayed: false },
    { number: 3, status: 200, requestId: "req_3", replayed: true },
  ]);
});

const wrongUrls = [
  "",
  "receipts.example",
  "ftp://a.example",
  "https://u:p@a.example",
  "https://a.example/?x",
  "https://a.example/api/v1/",
  "http://",
];
for (const baseUrl of wrongUrls) {
  test(`baseUrl ${JSON.stringify(baseUrl)} is refused before any call`, () => {
    assert.throws(() => createClient({ baseUrl, apiKey: "k" }), {
      name: "TypeError",
      message: /baseUrl/,
    });
  });
}

for (const apiKey of ["", undefined, "ssk_dev_x\n", "ssk dev"]) {
  test(`apiKey ${JSON.stringify(apiKey)} is refused before any call`, () => {
    const options = { baseUrl: "https://a.example", apiKey };
    assert.throws(() => createClient(options), { name: "TypeError", message: /^apiKey/ });
  });
}

test("a service behind a path of a proxy is reached there", async () => {
  await using server = await startOddServer((response) => succeed(response));
  await createClient({ baseUrl: `${server.url}/receipts/`, apiKey: "k" }).keys.generate();
  assert.equal(server.requests[0]?.path, "/receipts/api/v1/onboarding/generate-keys");
});
