import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool, prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import {
  callAsPage,
  openAsVisit,
  payAsVisit,
  readSetCookie,
  registerAsVisit,
  startVisit,
  visitWith,
} from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService({
  RATE_LIMITS: JSON.stringify({ visits: { perAddress: 1_000 } }),
});

test("404 where there is no demo", async () => {
  const start = await callAsPage(service, "POST", "/demo/visit", { body: {} });
  assertError(start, { status: 404, code: "not_found" });
  const join = await callAsPage(service, "POST", "/demo/visit/join", { body: { code: "go_x" } });
  assertError(join, { status: 404, code: "not_found" });
  await admitVisitors();
});

describe("a visit", () => {
  test("begins with a cookie that no script reads, and whose token is stored nowhere", async () => {
    const { status, headers, body } = await callAsPage(service, "POST", "/demo/visit", {
      body: {},
    });
    assert.equal(status, 201);
    const cookie = headers.get("set-cookie") ?? "";
    assert.match(cookie, /; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    assert.deepEqual([body.data.cards, body.data.payments, body.data.paymentsLeft], [[], [], 30]);
    const token = readSetCookie(headers).split("=")[1] ?? "";
    const { rows } = await pool().query("SELECT v, t FROM visit v JOIN visit_token t ON true");
    assert.ok(token.length > 40 && !JSON.stringify(rows).includes(token));
  });

  test("goes on in the same browser, and starts again when asked to", async () => {
    const visit = await startVisit(service);
    const first = (await visit.call("GET", "/demo/visit")).body.data.visitId;
    const resumed = await visit.call("POST", "/demo/visit", { body: {} });
    assert.deepEqual([resumed.status, resumed.body.data.visitId], [200, first]);
    assert.equal(resumed.headers.get("set-cookie"), null);

    const again = await visit.call("POST", "/demo/visit", { body: { startAgain: true } });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.data.visitId, first);
    assertError(await visit.call("GET", "/demo/visit"), { status: 401, code: "unauthorized" });
  });

  test("pays, registers, and opens, and is told what the service keeps", async () => {
    const visit = await startVisit(service);
    const paid = await payAsVisit(visit, { merchantName: "Blue Door Coffee" });
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
    const { paymentId, veroMetadata } = paid.body.data;
    assert.equal(veroMetadata.receiptStatus, "escrowed");

    const user = await registerAsVisit(visit);
    const receipt = await openAsVisit(visit, user, paymentId);
    assert.equal(receipt.merchantName, "Blue Door Coffee");

    const { body } = await visit.call("GET", "/demo/visit");
    const [card] = body.data.cards;
    const [payment] = body.data.payments;
    assert.deepEqual([card.userId, card.keyId], [user.userId, user.keyId]);
    assert.equal(payment.paymentId, paymentId);
    assert.equal(payment.receiptStatus, "sealed");
    assert.equal(payment.cardIndexStart, card.indexStart);
    assert.notEqual(card.indexStart, visit.hashedPan.slice(0, 16));
    assert.ok(payment.openedAt !== null && payment.envelope.bytes > 300);
    assert.equal(body.data.paymentsLeft, 29);
  });

  test("ends: 401 in the middle of it", async () => {
    const visit = await startVisit(service);
    const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
    await prisma().visit.update({ where: { id: visitId }, data: { expiresAt: new Date() } });
    assertError(await payAsVisit(visit), { status: 401, code: "unauthorized" });
    assertError(await visit.call("GET", "/demo/visit"), { status: 401, code: "unauthorized" });
  });

  test("is put off while it is in use, and lasts 12 hours at most", async () => {
    const visit = await startVisit(service);
    const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
    const minutes = async (createdHoursAgo: number, expiresInMinutes: number) => {
      await pool().query(
        `UPDATE visit SET created_at = now() - $2 * interval '1 hour',
                          expires_at = now() - interval '1 second' + $3 * interval '1 minute' WHERE id = $1`,
        [visitId, createdHoursAgo, expiresInMinutes],
      );
      const { expiresAt } = (await visit.call("GET", "/demo/visit")).body.data;
      return Math.round((Date.parse(expiresAt) - Date.now()) / 60_000);
    };
    assert.equal(await minutes(1, 5), 60);
    assert.equal(await minutes(11.5, 5), 30);
  });
});

test("twenty visits at once each open their own receipt", async () => {
  const openings = Array.from({ length: 20 }, async (_, at) => {
    const visit = await startVisit(service);
    const merchantName = `Shop ${at}`;
    const paid = await payAsVisit(visit, { merchantName });
    const user = await registerAsVisit(visit);
    const receipt = await openAsVisit(visit, user, paid.body.data.paymentId);
    return receipt.merchantName === merchantName;
  });
  assert.deepEqual(new Set(await Promise.all(openings)), new Set([true]));
});

describe("a second device", () => {
  test("goes on with the visit by a code that works once", async () => {
    const desktop = await startVisit(service);
    const paid = await payAsVisit(desktop);
    const { body } = await desktop.call("POST", "/demo/visit/handover");
    const { code } = body.data;
    const joined = await callAsPage(service, "POST", "/demo/visit/join", { body: { code } });
    assert.equal(joined.status, 200);

    const phone = visitWith(service, readSetCookie(joined.headers));
    phone.hashedPan = desktop.hashedPan;
    const user = await registerAsVisit(phone);
    await openAsVisit(phone, user, paid.body.data.paymentId);
    const seen = (await desktop.call("GET", "/demo/visit")).body.data;
    assert.ok(seen.payments[0].openedAt !== null);
    assert.equal(seen.cards[0].keyId, user.keyId);

    const again = await callAsPage(service, "POST", "/demo/visit/join", { body: { code } });
    assertError(again, { status: 404, code: "not_found" });
  });

  test("is not let in by the token of a cookie", async () => {
    const { cookie } = await startVisit(service);
    const code = cookie.split("=")[1];
    const answer = await callAsPage(service, "POST", "/demo/visit/join", { body: { code } });
    assertError(answer, { status: 404, code: "not_found" });
  });
});

describe("403 for pages of another site", () => {
  const elsewhere = { Origin: "https://elsewhere.example" };
  for (const path of ["/demo/visit", "/demo/visit/handover", "/demo/visit/join"]) {
    test(path, async () => {
      const visit = await startVisit(service);
      const body = path.endsWith("join") ? { code: "go_x" } : {};
      const answer = await visit.call("POST", path, { body, headers: elsewhere });
      assertError(answer, { status: 403, code: "forbidden" });
      assert.equal(answer.headers.get("set-cookie"), null);
    });
  }
});

describe("beside a member who is signed in", () => {
  const grant = { body: { userId: "usr_unknown", keyId: "key_unknown" } };
  const payment = "/v1/payments/gateway_one/pay_unknown";

  test("a merchant is a visitor in the wallet, and a merchant everywhere else", async () => {
    const organizationId = await createTestOrganization("standard", "merchant");
    const { cookie } = await createTestMember({ role: "owner", organizationId });
    const visit = await startVisit(service);
    const both = visitWith(service, `${cookie}; ${visit.cookie}`);
    const { body } = await both.call("GET", "/wallet/session");
    assert.deepEqual(body.data, { visitor: "visit", demo: true });

    const wallet = { "X-Session": "wallet" };
    const path = "/v1/keys/grant-access";
    const none = { "X-Session": "" };
    assert.equal((await both.call("POST", path, { ...grant, headers: wallet })).status, 404);
    assert.equal((await both.call("GET", payment, { headers: wallet })).status, 403);
    assert.equal((await both.call("POST", path, { ...grant, headers: none })).status, 403);
    assert.equal((await both.call("GET", payment, { headers: none })).status, 404);
    assert.equal((await both.call("GET", "/console/session")).status, 200);
  });

  test("an issuer's wallet is the issuer's, and the demo's path the visit's", async () => {
    const organizationId = await createTestOrganization("standard", "issuer");
    const { cookie } = await createTestMember({ role: "owner", organizationId });
    const visit = await startVisit(service);
    const both = visitWith(service, `${cookie}; ${visit.cookie}`);
    const { body } = await both.call("GET", "/wallet/session");
    assert.deepEqual(body.data, { visitor: "member", demo: true });

    const wallet = { headers: { "X-Session": "wallet" } };
    assert.equal((await both.call("GET", "/v1/users", wallet)).status, 200);
    assert.equal((await both.call("GET", "/v1/users")).status, 403);
    assert.equal((await payAsVisit(both)).status, 201);
  });
});
