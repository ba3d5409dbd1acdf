import assert from "node:assert/strict";
import { mock, type TestContext, test } from "node:test";
import { EXPORT_ROWS } from "#lib/core/csv.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody, randomHashedPan } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  setUpMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const HEADER =
  "paymentId,createdAt,status,declineCode,gateway,provider,amount,currency,refundedAmount,receiptStatus," +
  "sealedAt,merchantId,receiptId,transactionId,authorizationCode,networkTransactionId,acquirerReferenceNumber,displayStatus";
const MANY = 20_000;

const service = setUpTestService();
const large = setUpMember({ role: "viewer" });
setUp(async () => {
  await fillPayments({ organizationId: large.organizationId, count: MANY, spanMs: 60_000 });
  await pool().query("ANALYZE payment");
});

async function download(
  { cookie }: TestMember,
  query = "",
  init: RequestInit = {},
  environment = "development",
): Promise<Response> {
  const headers = { Cookie: cookie, "X-Environment": environment };
  return await fetch(`${service.url}/api/console/payments/export?${query}`, { headers, ...init });
}

async function rowsOf(response: Response): Promise<string[]> {
  assert.equal(response.status, 200);
  const [header, ...rows] = (await response.text()).split("\r\n");
  assert.equal(header, HEADER);
  assert.equal(rows.pop(), "");
  return rows;
}

/** Counts the pages that the export reads from the database from now on. */
function countPages(context: TestContext): () => number {
  const query = mock.method(pool(), "query");
  context.after(() => query.mock.restore());
  return () =>
    query.mock.calls.filter(({ arguments: [asked] }) =>
      JSON.stringify(asked).includes(`LIMIT ${EXPORT_ROWS}`),
    ).length;
}

test("200: every payment exactly once, as text/csv with its number ahead", async () => {
  const response = await download(large);
  assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.match(response.headers.get("x-request-id") ?? "", /^req_/);
  assert.ok(response.headers.get("x-ratelimit-limit"));
  assert.equal(response.headers.get("x-total-count"), String(MANY));
  assert.match(
    response.headers.get("content-disposition") ?? "",
    /^attachment; filename="payments-development-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const rows = await rowsOf(response);
  const ids = rows.map((row) => row.slice(0, row.indexOf(",")));
  assert.equal(ids.length, MANY);
  assert.equal(new Set(ids).size, MANY);
  assert.deepEqual(ids, ids.toSorted().reverse());
});

test("200: the filters of the list", async () => {
  const response = await download(large, "status=failed&currency=eur&search=receipt-1");
  const rows = await rowsOf(response);
  assert.equal(response.headers.get("x-total-count"), String(rows.length));
  assert.ok(rows.length > 0 && rows.length < MANY / 20, String(rows.length));
  for (const row of rows)
    assert.match(row, /,failed,card_declined,.*,12\.50,eur,0\.00,.*,receipt-1/);
});

test("200: the first bytes come before the last page is read", async (context) => {
  const pages = countPages(context);
  const { body } = await download(large);
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  assert.ok(new TextDecoder().decode(value).startsWith(HEADER));
  assert.ok(pages() < MANY / EXPORT_ROWS, `${pages()} pages`);
  while (!(await reader?.read())?.done);
  assert.equal(pages(), MANY / EXPORT_ROWS + 1);
});

test("a client that goes away ends the reading", async (context) => {
  const pages = countPages(context);
  const leaving = new AbortController();
  const { body } = await download(large, "", { signal: leaving.signal });
  await body?.getReader().read();
  leaving.abort();

  // Other requests take longer than all that could still be read.
  const others = async () => {
    for (let i = 0; i < 30; i += 1) await (await download(large, "search=none")).text();
    return pages() - 30;
  };
  const read = await others();
  assert.ok(read < MANY / EXPORT_ROWS, `${read} pages`);
  assert.equal((await others()) - 30, read);
});

test("a failure on the way cuts the connection, and tells nothing of itself", async (context) => {
  const fail = mock.method(pool(), "query");
  context.after(() => fail.mock.restore());
  const silence = mock.method(console, "error", () => undefined);
  context.after(() => silence.mock.restore());
  const response = await download(large);
  fail.mock.mockImplementation(() => Promise.reject(new Error("secret of the database")));
  await assert.rejects(response.text());
  assert.ok(service.logLines.some((line) => line.includes("an answer broke off")));
  assert.ok(silence.mock.calls.every((call) => !String(call.arguments).includes("secret")));
});

test("HEAD: the number, without reading the payments", async (context) => {
  const pages = countPages(context);
  const response = await download(large, "", { method: "HEAD" });
  assert.equal(response.headers.get("x-total-count"), String(MANY));
  assert.equal(await response.text(), "");
  assert.equal(pages(), 0);
});

test("200: what a spreadsheet would run is text, and RFC 4180 quotes the rest", async () => {
  const member = await createTestMember();
  const api = createApiClient(
    service,
    await createTestKey({ organizationId: member.organizationId }),
  );
  const written: [string, string][] = [
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", `"'\tx"`],
    ["\rx", `"'\rx"`],
    ["x;=1+2", `"x;'=1+2"`],
    ["r-1\n=1+1", `"r-1\n'=1+1"`],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["Café ☕", "Café ☕"],
  ];
  for (const [receiptId] of written) {
    const body = paymentBody({ receiptId });
    assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
  }
  const rows = await rowsOf(await download(member));
  assert.equal(rows.length, written.length);
  for (const [index, [receiptId, cell]] of written.toReversed().entries()) {
    const found = rows[index]?.includes(`,merchant-1,${cell},txn-`);
    assert.ok(found, `${JSON.stringify(receiptId)} in ${JSON.stringify(rows[index])}`);
  }
});

test("200: a receipt that was sealed at the till is told from others", async () => {
  const member = await createTestMember();
  const { organizationId } = member;
  const api = createApiClient(service, await createTestKey({ organizationId }));
  const recipient = { recipientHashedPan: randomHashedPan() };
  const bodies = {
    service: paymentBody(),
    till: (await prepareSealed(api, { recipient })).body,
  };
  for (const body of Object.values(bodies)) {
    assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
  }
  const rows = await rowsOf(await download(member));
  for (const [sealedAt, { receiptId }] of Object.entries(bodies)) {
    const row = rows.find((one) => one.includes(`,${receiptId},`)) ?? "";
    assert.ok(row.includes(`,escrowed,${sealedAt},merchant-1,`), row);
  }
});

test("200: nothing of another organization or environment", async () => {
  const member = await createTestMember();
  assert.deepEqual(await rowsOf(await download(member)), []);
  assert.deepEqual(await rowsOf(await download(large, "", {}, "staging")), []);
});

test("401 and 400 as JSON", async () => {
  const call: ConsoleClient = createConsoleClient(service, large);
  const stranger = await call("GET", "/payments/export", { headers: { Cookie: "" } });
  assertError(stranger, { status: 401, code: "unauthorized" });
  const wrong = await call("GET", "/payments/export?amountMin=5");
  assertError(wrong, { status: 400, code: "invalid_request", details: /^currency: / });
});
