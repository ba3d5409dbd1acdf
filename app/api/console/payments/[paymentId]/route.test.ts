import assert from "node:assert/strict";
import { test } from "node:test";
import { endOverdueEscrow } from "#lib/payments/end-escrow.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });

async function get(paymentId: string) {
  const answer = await call("GET", `/payments/${paymentId}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

const kinds = ({ timeline }: { timeline: { kind: string }[] }) => timeline.map(({ kind }) => kind);

test("200: a sealed payment, with its envelope from outside", async () => {
  const holder = await registerCardholder(api);
  const paymentId = await createSealedPayment(api, holder);
  const { timeline, envelope, orderId, ...payment } = await get(paymentId);
  const { rows } = await pool().query("SELECT * FROM payment WHERE id = $1", [paymentId]);
  const [row] = rows;

  assert.equal(orderId, row.order_id);
  assert.equal(payment.receiptStatus, "sealed");
  assert.equal(payment.sealedAt, "service");
  assert.equal(payment.mockItems, true);
  assert.deepEqual(timeline, [
    { kind: "created", at: row.created_at.toISOString() },
    { kind: "sealed", at: row.created_at.toISOString() },
    { kind: "succeeded", at: row.settled_at.toISOString() },
  ]);
  const parts = {
    encryptedKey: 256,
    iv: 12,
    ciphertext: row.ciphertext.length,
    tag: 16,
  };
  assert.deepEqual(envelope, {
    format: "JWE flattened, RFC 7516",
    algorithm: "RSA-OAEP-256",
    encryption: "A256GCM",
    keyId: holder.keyId,
    sealedAt: "service",
    keyKind: "cardholder",
    escrowed: false,
    bytes: row.protected_header.length + 256 + 12 + row.ciphertext.length + 16,
    parts,
    ciphertextStart: row.ciphertext.subarray(0, 32).toString("base64url"),
    protectedHeader: row.protected_header,
  });
});

test("200: opened shows when first, and nothing of who it was", async () => {
  const holder = await registerCardholder(api);
  const paymentId = await createSealedPayment(api, holder);
  for (let opening = 0; opening < 2; opening++) {
    const tokenId = await grant(api, holder);
    const { status } = await api.post("/payments/envelope", { body: { paymentId, tokenId } });
    assert.equal(status, 200);
  }
  // A token that was granted and not used is nobody's business here.
  await grant(api, holder, { paymentId });

  const payment = await get(paymentId);
  assert.deepEqual(kinds(payment), ["created", "sealed", "succeeded", "opened"]);
  const { rows } = await pool().query(
    "SELECT min(used_at) AS first FROM access_token WHERE used_for = $1",
    [paymentId],
  );
  assert.deepEqual(payment.timeline.at(-1), { kind: "opened", at: rows[0].first.toISOString() });
  assert.ok(!JSON.stringify(payment).includes(holder.userId));
});

test("200: of many openings at once the first counts, once", async () => {
  const holder = await registerCardholder(api);
  const paymentId = await createSealedPayment(api, holder);
  const tokens = await Promise.all(Array.from({ length: 8 }, () => grant(api, holder)));
  const answers = await Promise.all(
    tokens.map((tokenId) => api.post("/payments/envelope", { body: { paymentId, tokenId } })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(kinds(await get(paymentId)).filter((kind) => kind === "opened").length, 1);
});

test("200: the call that made it, not the ones that asked for it since", async () => {
  const body = paymentBody();
  const created = await api.post("/payments/gateway_one/create", { body });
  const { paymentId } = created.body.data;
  await get(paymentId);
  await api.get(`/payments/gateway_one/${paymentId}`);
  await api.post("/payments/gateway_one/create", { body });
  await flushRequestLog();
  assert.equal((await get(paymentId)).requestId, created.headers.get("x-request-id"));

  await pool().query("DELETE FROM request_log WHERE request_id = $1", [
    created.headers.get("x-request-id"),
  ]);
  await pool().query("DELETE FROM request_log WHERE payment_id = $1 AND status = 200", [paymentId]);
  assert.equal((await get(paymentId)).requestId, null);
});

test("200: declined", async () => {
  const body = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 402);
  const { body: listed } = await call("GET", `/payments?search=${body.receiptId}`);
  const payment = await get(listed.data.payments[0].paymentId);
  assert.deepEqual(kinds(payment), ["created", "escrowed", "failed"]);
  assert.equal(payment.timeline[2].declineCode, "card_declined");
  assert.equal(payment.orderId, null);
});

test("200: pending shows no result", async () => {
  const body = paymentBody({ paymentMethod: "sandbox_error" });
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 503);
  const { body: listed } = await call("GET", `/payments?search=${body.receiptId}`);
  const payment = await get(listed.data.payments[0].paymentId);
  assert.deepEqual(kinds(payment), ["created", "escrowed"]);
  assert.equal(payment.status, "pending");
});

test("200: escrow, and the hand-over from it", async () => {
  const hashedPan = randomHashedPan();
  const paymentId = await createSealedPayment(api, { hashedPan });
  const escrowed = await get(paymentId);
  assert.deepEqual([escrowed.envelope.keyId, escrowed.envelope.escrowed], [null, true]);

  const { keyId } = await registerCardholder(api, hashedPan);
  const handedOver = await get(paymentId);
  assert.deepEqual(kinds(handedOver), ["created", "escrowed", "succeeded", "handed_over"]);
  assert.deepEqual([handedOver.envelope.keyId, handedOver.envelope.escrowed], [keyId, false]);
  assert.equal(handedOver.envelope.ciphertextStart, escrowed.envelope.ciphertextStart);
});

test("200: sealed at the till, to the cardholder's key and to that of escrow", async () => {
  const holder = await registerCardholder(api);
  for (const hashedPan of [holder.hashedPan, randomHashedPan()]) {
    const { body } = await prepareSealed(api, { recipient: { recipientHashedPan: hashedPan } });
    const created = await api.post("/payments/gateway_one/create", { body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const isKnown = hashedPan === holder.hashedPan;
    const { envelope, ...payment } = await get(created.body.data.paymentId);
    assert.deepEqual([payment.sealedAt, payment.mockItems], ["till", false]);
    assert.deepEqual(
      [envelope.sealedAt, envelope.keyKind],
      ["till", isKnown ? "cardholder" : "escrow"],
    );

    // Its key stays that of escrow, whoever has the receipt since.
    if (!isKnown) await registerCardholder(api, hashedPan);
    const later = await get(created.body.data.paymentId);
    assert.equal(later.envelope.keyKind, envelope.keyKind);
    assert.deepEqual([later.sealedAt, later.receiptStatus], ["till", "sealed"]);
  }
});

test("200: escrow that is over, before and after the sweep", async () => {
  const paymentId = await createSealedPayment(api, { hashedPan: randomHashedPan() });
  await pool().query(
    `UPDATE payment SET escrowed_at = escrowed_at - interval '181 days',
       created_at = created_at - interval '181 days', settled_at = settled_at - interval '181 days'
     WHERE id = $1`,
    [paymentId],
  );
  const overdue = await get(paymentId);
  assert.equal(overdue.receiptStatus, "expired");
  assert.deepEqual(kinds(overdue), ["created", "escrowed", "succeeded", "expired"]);
  assert.equal(overdue.envelope.parts.encryptedKey, 256);

  await endOverdueEscrow();
  const expired = await get(paymentId);
  assert.deepEqual(kinds(expired), ["created", "escrowed", "succeeded", "expired"]);
  assert.equal(expired.envelope.parts.encryptedKey, null);
  assert.equal(expired.envelope.escrowed, false);
});

test("404: another's payment, or one of another environment, as one that never was", async () => {
  const paymentId = await createSealedPayment(api, { hashedPan: randomHashedPan() });
  const never = await call("GET", `/payments/pay_${"0".repeat(32)}`);
  assertError(never, { status: 404, code: "not_found" });
  const strangers = [
    createConsoleClient(service, await createTestMember()),
    createConsoleClient(service, member, "staging"),
  ];
  for (const client of strangers) {
    assertSameError(await client("GET", `/payments/${paymentId}`), never);
  }
});

test("401: without a session", async () => {
  const answer = await call("GET", "/payments/pay_1", { headers: { Cookie: "" } });
  assertError(answer, { status: 401, code: "unauthorized" });
});
