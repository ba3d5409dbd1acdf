import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { sampleCard } from "#lib/core/sample-card.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  paymentBody,
  randomHashedPan,
  refundBody,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { harmlessData, numbersByNetwork, refusedCardData } from "#lib/testing/card-data-samples.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ kind: "platform", role: "owner", tier: "enterprise" });
const api = setUpApi(service, { member });
const callConsole = createConsoleClient(service, member);
const { number } = sampleCard;

const pay = (fields: Record<string, unknown> = {}, headers = {}) =>
  api.post("/payments/gateway_one/create", { body: paymentBody(fields), headers });

const sale = { paymentId: "" };
setUp(async () => {
  sale.paymentId = (await pay()).body.data.paymentId;
});
const refund = (fields: Record<string, unknown>) =>
  api.post(`/payments/gateway_one/${sale.paymentId}/refunds`, {
    body: refundBody({ amount: 1, ...fields }),
  });

function assertRefused(answer: Answer, place: string): void {
  assertError(answer, { status: 400, code: "invalid_request" });
  const { details } = answer.body.error;
  assert.ok(details.startsWith(`${place}: `), details);
  assert.ok(!details.includes(number));
}

for (const [operation, send] of Object.entries({ pay, refund })) {
  describe(`${operation}: 400 without a trace`, () => {
    for (const [name, fields, place] of refusedCardData) {
      test(name, async () => assertRefused(await send(fields), place));
    }
  });

  describe(`${operation}: 201`, () => {
    for (const [name, fields] of harmlessData) {
      test(name, async () => {
        const { status, body } = await send(fields);
        assert.equal(status, 201, JSON.stringify(body));
      });
    }
  });
}

describe("400: a card number anywhere else", () => {
  const places: [name: string, place: string, send: () => Promise<Answer>][] = [
    ["a filter", "receiptId", () => api.get(`/payments?receiptId=${number}`)],
    ["another filter", "idempotencyKey", () => api.get(`/payments?idempotencyKey=${number}`)],
    ["the name of a filter", "(unreadable name)", () => api.get(`/payments?4242-4242-4242-4242=1`)],
    ["a user id in a path", "userId", () => api.get(`/receipts/${number}`)],
    ["a payment id in a path", "paymentId", () => api.get(`/payments/gateway_one/${number}`)],
    ["Idempotency-Key", "Idempotency-Key", () => pay({}, { "Idempotency-Key": number })],
    ["a user id", "userId", () => grantTo({ userId: number })],
    ["a key id", "keyId", () => grantTo({ keyId: number })],
    ["the search", "text", () => callConsole("GET", "/search?text=4242+4242+4242+4242")],
    ["a list's search", "search", () => callConsole("GET", `/payments?search=${number}`)],
    ["the name of a key", "name", () => createKey(`Till ${number}`)],
    ["the name of the organization", "name", () => rename(`Bakery ${number}`)],
  ];
  for (const [name, place, send] of places) {
    test(name, async () => assertRefused(await send(), place));
  }
});

const grantTo = (fields: Record<string, unknown>) =>
  api.post("/keys/grant-access", { body: { userId: "usr_1", keyId: "k", ...fields } });
const createKey = (name: string) =>
  callConsole("POST", "/api-keys", { body: { name, scopes: ["payments:write"] } });
const rename = (name: string) => callConsole("PUT", "/organization", { body: { name } });

test("a registration with a card number for a key id refuses no other of its batch", async () => {
  const { publicKey } = await generateKeyPair();
  const registrations = [number, `k-${randomHashedPan().slice(0, 8)}`].map((keyId) => ({
    hashedPan: randomHashedPan(),
    publicKey,
    keyId,
  }));
  const { body } = await api.post("/onboarding/register/batch", { body: { registrations } });
  const [refused, registered] = body.data.results;
  assert.match(refused.error.details, /^keyId: looks like a card number/);
  assert.equal(registered.status, 201, JSON.stringify(registered));

  const alone = await api.post("/onboarding/register", { body: registrations[0] });
  assertRefused(alone, "keyId");
});

test("a password may be any text", async () => {
  const passwordHash = await hashPassword(number);
  const call = createConsoleClient(service, await createTestMember({ passwordHash }), "");
  const body = { currentPassword: number, newPassword: `seven lanterns ${number}` };
  const answer = await call("PUT", "/password", { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
});

test("no number that was refused is in the log or in a table", async () => {
  await flushRequestLog();
  const { rows: tables } = await pool().query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const found = await Promise.all(
    tables.map(({ name }) =>
      pool().query(`SELECT 1 FROM ${name} t WHERE row_to_json(t)::text ~ $1`, [anyNumber.source]),
    ),
  );
  assert.deepEqual(
    found.filter(({ rowCount }) => rowCount !== 0),
    [],
  );
  const log = service.logLines.join("\n");
  assert.ok(log.includes("/api/v1/payments"));
  assert.doesNotMatch(log, anyNumber);
});

const anyNumber = new RegExp(
  numbersByNetwork.map(([, digits]) => digits.replace(/\d{4}(?=\d)/g, "$&[^0-9]*")).join("|"),
);
