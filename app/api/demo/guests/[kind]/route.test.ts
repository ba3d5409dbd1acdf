import assert from "node:assert/strict";
import { test } from "node:test";
import { guestOperations } from "#lib/http/require-guest-may.ts";
import { prisma } from "#lib/storage/database.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { seedDemo } from "#prisma/seed.ts";

const limits = JSON.stringify({ visits: { perAddress: 4 } });
const service = setUpTestService({ DEMO: "1", DEMO_HISTORY_DAYS: "0", RATE_LIMITS: limits });

setUp(async () => {
  await seedDemo({ baseUrl: service.url });
});

const enter = (kind = "merchant", headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/demo/guests/${kind}`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", ...headers },
  });

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

test("a page of another site signs nobody in", async () => {
  assert.equal((await enter("merchant", { "sec-fetch-site": "cross-site" })).status, 403);
});

test("the form leads to the console, whose guest reads and nothing else", async () => {
  const answer = await enter("merchant", { accept: "text/html" });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("location"), "/merchant");
  const headers = {
    cookie: cookieOf(answer),
    "x-environment": "development",
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
  const ask = async (method: string, path: string, body?: string) =>
    (await fetch(`${service.url}${path}`, { method, headers, ...(body && { body }) })).status;
  assert.equal(await ask("GET", "/api/console/overview"), 200);
  for (const path of ["members", "api-keys", "sessions", "requests", "audit", "invitations"]) {
    assert.equal(await ask("GET", `/api/console/${path}`), 403, path);
  }
  assert.equal(await ask("GET", "/api/v1/webhook-endpoints"), 403);
  assert.equal(await ask("PUT", "/api/console/password", "{}"), 403);

  // A role does not widen it.
  await prisma().member.updateMany({ where: { isGuest: true }, data: { role: "owner" } });
  const owner = cookieOf(await enter("merchant"));
  const asOwner = await fetch(`${service.url}/api/console/api-keys`, {
    headers: { ...headers, cookie: owner },
  });
  assert.equal(asOwner.status, 403);
  const [act] = await prisma().auditEntry.findMany({ where: { action: "sign_in.succeeded" } });
  assert.ok(JSON.stringify(act?.after).includes("guest"));
});

test("an address gets a few sessions, and a form that gets none goes to the demo", async () => {
  await enter("issuer");
  await enter("issuer");
  const refused = await enter("issuer");
  assert.equal(refused.status, 429);
  assert.ok(refused.headers.get("retry-after"));
  const form = await enter("issuer", { accept: "text/html" });
  assert.equal(form.headers.get("location"), "/demo?consoles=busy");
});

test("all that guests may call is there, and changes nothing", () => {
  const operations = listOperations("app/api");
  for (const id of guestOperations) {
    assert.equal(operations.find(({ operationId }) => operationId === id)?.method, "GET", id);
  }
});

test("without the demo nobody gets in", async () => {
  await service.restart({ DEMO: "0" });
  assert.equal((await enter()).status, 404);
});
