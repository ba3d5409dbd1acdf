import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createApiClient, paymentBody, refundBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

/** A shop whose owner lets support members refund `limits`, with a paid sale. */
async function createShop({ limits = { usd: 500 }, sale = {} }: ShopOptions = {}) {
  const owner = await createTestMember({ role: "owner" });
  const { organizationId } = owner;
  const support = await createTestMember({ role: "support", organizationId });
  const ownersCall = createConsoleClient(service, owner);
  for (const [currency, amount] of Object.entries(limits)) {
    const set = await ownersCall("PUT", `/refund-limits/${currency}`, { body: { amount } });
    assert.equal(set.status, 200, JSON.stringify(set.body));
  }
  const api = createApiClient(service, await createTestKey({ organizationId }));
  const path = "/payments/gateway_one";
  const paid = await api.post(`${path}/create`, { body: paymentBody(sale) });
  const { paymentId } = paid.body.data;
  const url = `${service.url}/api/v1${path}/${paymentId}/refunds`;
  async function refundAs(cookie: string, body: Record<string, unknown>) {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        Cookie: cookie,
        Origin: service.url,
        "X-Environment": "development",
        "Content-Type": "application/json",
      },
      body: JSON.stringify(refundBody(body)),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }
  const read = createConsoleClient(service, support);
  return {
    owner,
    support,
    ownersCall,
    api,
    refund: (body: Record<string, unknown>) => refundAs(support.cookie, body),
    refundAs,
    refundByKey: (body: Record<string, unknown>) =>
      api.post(`${path}/${paymentId}/refunds`, { body: refundBody(body) }),
    allowance: async () => (await read("GET", `/payments/${paymentId}`)).body.data.refundAllowance,
  };
}

type ShopOptions = { limits?: Record<string, number>; sale?: Record<string, unknown> };

const refused = (details: RegExp) => ({ status: 403, code: "forbidden", details }) as const;

test("201: up to the limit, in one refund or in many", async () => {
  const { refund, allowance } = await createShop();
  assert.deepEqual(await allowance(), { limit: 500, left: 500 });
  assertError(await refund({ amount: 501 }), refused(/^\$5\.00 of that is left; ask a developer/));
  assert.equal((await refund({ amount: 300 })).status, 201);
  assert.deepEqual(await allowance(), { limit: 500, left: 200 });
  const more = await refund({ amount: 201 });
  assertError(more, refused(/^\$2\.00 of that is left/));
  assert.equal(more.body.error.message, "Support members can refund at most $5.00 of a payment");
  assert.equal((await refund({ amount: 200 })).status, 201);
  assertError(await refund({ amount: 1 }), refused(/^\$0\.00 of that is left/));
});

test("403: of refunds at the same time, no more than the limit comes through", async () => {
  const { refund, allowance } = await createShop();
  const answers = await Promise.all(Array.from({ length: 4 }, () => refund({ amount: 300 })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403, 403]);
  assert.deepEqual(await allowance(), { limit: 500, left: 200 });
});

test("403: everything that is left counts as its amount", async () => {
  const { refund } = await createShop();
  assertError(await refund({}), refused(/of that is left/));
});

test("200: the same refund again, although the limit is used", async () => {
  const { refund } = await createShop();
  const body = refundBody({ amount: 500 });
  assert.equal((await refund(body)).status, 201);
  assert.equal((await refund(body)).status, 200);
});

describe("403: no limit is set", () => {
  test("at all", async () => {
    const { refund, allowance } = await createShop({ limits: {} });
    assert.deepEqual(await allowance(), { limit: null, left: 0 });
    const answer = await refund({ amount: 1 });
    assertError(answer, refused(/no limit for it; ask a developer or owner/));
    assert.equal(answer.body.error.message, "Support members cannot refund payments in USD");
  });

  test("in the currency, or not anymore", async () => {
    const { refund, ownersCall } = await createShop({ sale: { currency: "eur" } });
    assertError(await refund({ amount: 1 }), refused(/no limit/));
    await ownersCall("PUT", "/refund-limits/EUR", { body: { amount: 100 } });
    assert.equal((await refund({ amount: 1 })).status, 201);
    await ownersCall("DELETE", "/refund-limits/eur");
    assertError(await refund({ amount: 1 }), refused(/no limit/));
  });
});

test("what others refund has no limit, and counts", async () => {
  const { refund, refundByKey, refundAs, owner } = await createShop();
  assert.equal((await refundByKey({ amount: 400 })).status, 201);
  assertError(await refund({ amount: 200 }), refused(/^\$1\.00 of that is left/));
  assert.equal((await refundAs(owner.cookie, { amount: 600 })).status, 201);
  assertError(await refund({ amount: 1 }), refused(/^\$0\.00 of that is left/));
});

test("403: step-up is asked of support members as of others", async () => {
  const { refundAs, support } = await createShop();
  const steppedUpAt = new Date(Date.now() - 301_000);
  const stale = await createTestSession(support.memberId, { steppedUpAt });
  assertError(await refundAs(stale, { amount: 1 }), { status: 403, code: "step_up_required" });
});

test("a developer who becomes a support member is signed out, and has the limit then", async () => {
  const { owner, ownersCall, refundAs } = await createShop();
  const { organizationId } = owner;
  const developer = await createTestMember({ organizationId });
  const change = { body: { role: "support" } };
  assert.equal((await ownersCall("PUT", `/members/${developer.memberId}`, change)).status, 200);
  const before = await refundAs(developer.cookie, { amount: 1000 });
  assertError(before, { status: 401, code: "unauthorized" });
  const cookie = await createTestSession(developer.memberId, { sessionVersion: 2 });
  assertError(await refundAs(cookie, { amount: 1000 }), refused(/of that is left/));
});
