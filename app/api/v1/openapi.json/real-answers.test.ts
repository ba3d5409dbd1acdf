import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { fetchApiDocument, type Place } from "#lib/testing/api-document.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
const document = setUp(() => fetchApiDocument(api));

function assertDocumented(answer: Answer, place: Place, status: number): void {
  document.assertDocumented(answer, place, status);
}

function post(path: string): Place {
  return { method: "post", path: `/api/v1${path}` };
}

function get(path: string): Place {
  return { method: "get", path: `/api/v1${path}` };
}

test("onboarding", async () => {
  const pair = await api.post("/onboarding/generate-keys");
  assertDocumented(pair, post("/onboarding/generate-keys"), 200);
  const { keyId, publicKey } = pair.body.data;
  const body = { hashedPan: randomHashedPan(), keyId, publicKey };
  const place = post("/onboarding/register");
  assertDocumented(await api.post("/onboarding/register", { body }), place, 201);
  assertDocumented(await api.post("/onboarding/register", { body }), place, 200);
  const other = { ...body, keyId: "other" };
  assertDocumented(await api.post("/onboarding/register", { body: other }), place, 409);

  const registrations = [body, other, { ...body, hashedPan: randomHashedPan() }];
  const batch = await api.post("/onboarding/register/batch", { body: { registrations } });
  assertDocumented(batch, post("/onboarding/register/batch"), 200);
  assertDocumented(await api.get("/users?limit=1"), get("/users"), 200);
});

test("payments", async () => {
  const create = post("/payments/{gateway}/create");
  for (const recipientHashedPan of [holder.hashedPan, randomHashedPan()]) {
    const body = paymentBody({ recipientHashedPan, extra: { kept: true } });
    const made = await api.post("/payments/gateway_one/create", { body });
    assertDocumented(made, create, 201);
    assertDocumented(await api.post("/payments/gateway_one/create", { body }), create, 200);
    const state = await api.get(`/payments/gateway_one/${made.body.data.paymentId}`);
    assertDocumented(state, get("/payments/{gateway}/{paymentId}"), 200);
  }
  for (const [paymentMethod, status] of [
    ["pm_card_chargeDeclined", 402],
    ["sandbox_error", 503],
  ] as const) {
    const body = paymentBody({ paymentMethod });
    for (let call = 0; call < 2; call += 1) {
      const answer = await api.post("/payments/gateway_one/create", { body });
      assertDocumented(answer, create, status);
      assert.match(answer.headers.get("x-payment-id") ?? "", /^pay_/);
    }
  }
  assertDocumented(await api.get("/payments?limit=1"), get("/payments"), 200);
});

test("what becomes of a payment", async () => {
  const begin = async (fields: Record<string, unknown> = {}) => {
    const body = paymentBody(fields);
    return (await api.post("/payments/gateway_one/create", { body })).body.data.paymentId;
  };
  const send = async (paymentId: string, action: string, status: number, body?: object) => {
    const answer = await api.post(`/payments/gateway_one/${paymentId}/${action}`, { body });
    assertDocumented(answer, post(`/payments/{gateway}/{paymentId}/${action}`), status);
    assert.equal(answer.headers.get("x-payment-id"), paymentId);
    return answer;
  };

  const paid = await begin();
  const note = { refundReference: "return", receiptId: "credit", transactionId: "return" };
  const refund = { ...note, transactionDate: "2026-11-22T10:00:00Z", merchantName: "Bakery" };
  await send(paid, "refunds", 201, { ...refund, amount: 1 });
  await send(paid, "refunds", 200, { ...refund, amount: 1 });
  await send(paid, "refunds", 409, { ...refund, amount: 2 });
  await send(paid, "refunds", 400, { ...refund, refundReference: "other", currency: "jpy" });
  await send(paid, "cancel", 200);

  const waiting = await begin({ paymentMethod: "sandbox_requires_confirmation" });
  await send(waiting, "sandbox-confirm", 200, { outcome: "succeeded" });
  await send(waiting, "sandbox-confirm", 409, { outcome: "failed" });
});

test("keys", async () => {
  const { userId, keyId } = holder;
  const place = post("/keys/grant-access");
  const granted = await api.post("/keys/grant-access", { body: { userId, keyId } });
  assertDocumented(granted, place, 201);
  const unknown = await api.post("/keys/grant-access", { body: { userId: "usr_1", keyId } });
  assertDocumented(unknown, place, 404);

  const rotating = await registerCardholder(api);
  const { publicKey } = holder;
  const rotated = await api.post("/keys/rotate", {
    body: { userId: rotating.userId, keyId: "next", publicKey },
  });
  assertDocumented(rotated, post("/keys/rotate"), 200);

  const erasure: Place = { method: "delete", path: "/api/v1/users/{userId}" };
  assertDocumented(await requestErasure(service, rotating.userId, api.key), erasure, 200);
  assertDocumented(await requestErasure(service, rotating.userId, api.key), erasure, 404);
});

test("receipts", async () => {
  const paymentId = await createSealedPayment(api, holder, {
    extra: [1],
    items: [{ lineItemId: "1", name: "Rye", quantity: 0.5, unitPrice: 4, totalPrice: 2, sku: "x" }],
  });
  await createSealedPayment(api, holder);
  const { privateKey } = holder;
  const envelope = await api.post("/payments/envelope", {
    body: { paymentId, tokenId: await grant(api, holder) },
  });
  assertDocumented(envelope, post("/payments/envelope"), 200);

  const tokenId = await grant(api, holder);
  const body = { paymentId, tokenId, privateKey };
  assertDocumented(await api.post("/payments/decrypt", { body }), post("/payments/decrypt"), 200);
  assertDocumented(await api.post("/payments/decrypt", { body }), post("/payments/decrypt"), 403);

  const waiting = await createSealedPayment(api, { hashedPan: randomHashedPan() });
  const early = { ...body, paymentId: waiting, tokenId: await grant(api, holder) };
  for (const [path, sent, status] of [
    ["/payments/envelope", { ...body, tokenId: await grant(api, holder) }, 200],
    ["/payments/envelope", body, 403],
    ["/payments/envelope", early, 409],
    ["/payments/decrypt", body, 403],
    ["/payments/decrypt", early, 409],
  ] as const) {
    const { paymentId, tokenId } = sent;
    const key = path === "/payments/decrypt" ? { privateKey } : {};
    const answer = await api.post(path, { body: { paymentId, tokenId, ...key } });
    assertDocumented(answer, post(path), status);
    assert.equal(answer.headers.get("x-payment-id"), paymentId);
    if (status !== 200) assert.ok(answer.body.error.details.endsWith(`paymentId: ${paymentId}`));
  }

  const list = get("/receipts/{userId}");
  const path = `/receipts/${holder.userId}`;
  assertDocumented(await api.get(`${path}?limit=1`), list, 200);
  assertDocumented(await api.get(path), list, 200);
  assertDocumented(await api.get(`${path}?limit=0`), list, 400);
  assertDocumented(await api.get(path, { key: "" }), list, 401);
});

test("refusals that every endpoint with a body shares", async () => {
  const place = post("/payments/decrypt");
  const send = (body: string, type = "application/json") =>
    api.post("/payments/decrypt", { body, headers: { "Content-Type": type } });
  assertDocumented(await send("{"), place, 400);
  assertDocumented(await send("{}"), place, 400);
  assertDocumented(await send("{}", "text/plain"), place, 415);
  assertDocumented(await send(`"${"a".repeat(300 * 1024)}"`), place, 413);
  const key = await createTestKey({ scopes: [] });
  assertDocumented(await api.post("/payments/decrypt", { key, body: {} }), place, 403);
});

test("health, readiness and the document itself", async () => {
  for (const path of ["/api/health", "/api/ready", "/api/v1/openapi.json"]) {
    const response = await fetch(`${service.url}${path}`);
    const { status, headers } = response;
    assertDocumented(
      { status, headers, body: await response.json() },
      { method: "get", path },
      200,
    );
  }
});
