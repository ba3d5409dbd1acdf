import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { callAsPage, payAsVisit, readSetCookie, startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();

async function limitTo(visits: Record<string, number>): Promise<void> {
  await service.restart({ TRUSTED_PROXIES: "1", RATE_LIMITS: JSON.stringify({ visits }) });
  await admitVisitors();
  await prisma().visit.deleteMany();
}

async function startFrom(address: string) {
  const headers = { "X-Forwarded-For": address };
  return await callAsPage(service, "POST", "/demo/visit", { body: {}, headers });
}

function assertBusy(answer: Awaited<ReturnType<typeof startFrom>>, atMost: number): void {
  assertError(answer, {
    status: 429,
    code: "rate_limit_exceeded",
    details: /^retry in \d+ seconds$/,
  });
  assert.equal(answer.body.error.message, "The demo is busy");
  const seconds = Number(answer.headers.get("retry-after"));
  assert.ok(seconds > 0 && seconds <= atMost, String(seconds));
}

describe("429 with Retry-After", () => {
  test("for more visits from one address than it may begin", async () => {
    await limitTo({ perAddress: 2 });
    assert.equal((await startFrom("192.0.2.1")).status, 201);
    assert.equal((await startFrom("192.0.2.1")).status, 201);
    assertBusy(await startFrom("192.0.2.1"), 600);
    assert.equal((await startFrom("192.0.2.2")).status, 201);
  });

  test("for more visits in all", async () => {
    await limitTo({ total: 2 });
    assert.equal((await startFrom("192.0.2.1")).status, 201);
    assert.equal((await startFrom("192.0.2.2")).status, 201);
    assertBusy(await startFrom("192.0.2.3"), 600);
  });

  test("for more visits at once", async () => {
    await limitTo({ open: 1 });
    assert.equal((await startFrom("192.0.2.1")).status, 201);
    assertBusy(await startFrom("192.0.2.2"), 60);
    await prisma().visit.updateMany({ data: { expiresAt: new Date() } });
    assert.equal((await startFrom("192.0.2.2")).status, 201);
  });

  test("but a visit that is under way goes on", async () => {
    await limitTo({ perAddress: 1 });
    const visit = await startVisit(service);
    assert.equal((await visit.call("POST", "/demo/visit", { body: {} })).status, 200);
    assert.equal((await payAsVisit(visit)).status, 201);
    const again = { body: { startAgain: true } };
    assertBusy(await visit.call("POST", "/demo/visit", again), 600);
    assert.equal((await visit.call("GET", "/demo/visit")).status, 200);
  });
});

test("the visits of one address share a limit, however many there are", async () => {
  const limits = { tiers: { standard: { reads: 2 } }, visits: { perAddress: 30 } };
  await service.restart({ TRUSTED_PROXIES: "1", RATE_LIMITS: JSON.stringify(limits) });
  await admitVisitors();
  const look = async (address: string) => {
    const headers = { "X-Forwarded-For": address };
    const begun = await callAsPage(service, "POST", "/demo/visit", { body: {}, headers });
    const cookie = readSetCookie(begun.headers);
    const visited = { headers: { Cookie: cookie, ...headers } };
    const answers = [1, 2].map(() => callAsPage(service, "GET", "/demo/visit", visited));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  for (let visit = 0; visit < 10; visit += 1) assert.deepEqual(await look("192.0.2.1"), [200, 200]);
  assert.deepEqual(await look("192.0.2.1"), [429, 429]);
  assert.deepEqual(await look("192.0.2.2"), [200, 200]);
});

test("403 for more payments than a visit has, several at once included", async () => {
  await limitTo({ payments: 3 });
  const visit = await startVisit(service);
  // The card is claimed first, so that only the count decides.
  assert.equal((await payAsVisit(visit)).status, 201);
  const answers = await Promise.all(Array.from({ length: 5 }, () => payAsVisit(visit)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  const refused = answers.filter(({ status }) => status === 403);
  assert.equal(refused.length, 3);
  assert.match(refused[0]?.body.error.message, /made its 3 payments; start again/);
  assert.equal((await visit.call("GET", "/demo/visit")).body.data.paymentsLeft, 0);
});
