import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
let ajv: Ajv2020;
let document: Answer["body"];
setUp(async () => {
  ajv = new Ajv2020({
    // The whole document is the schema: most of its keywords are OpenAPI's.
    strict: false,
    allErrors: true,
    formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) },
  });
  document = (await api.get("/openapi.json")).body;
  ajv.addSchema(document, "openapi");
});

type Place = { method: "get" | "post" | "delete"; path: string };

/** Holds a value against the schema at this JSON pointer (RFC 6901) of the document. */
function findMismatch(steps: string[], value: unknown): string | undefined {
  const pointer = steps.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  assert.ok(validate, `the document has nothing at ${pointer}`);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function assertDocumented(answer: Answer, { method, path }: Place, status: number): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  const place = ["paths", path, method, "responses", String(status), "content"];
  const mismatch = findMismatch([...place, "application/json", "schema"], answer.body);
  assert.equal(mismatch, undefined, `${method} ${path} ${status}: ${mismatch}`);
  const { headers } = document.paths[path][method].responses[status];
  assertHeaders(answer, headers, `${method} ${path} ${status}`);
}

/** Those that a caller goes by are documented where they are sent, and sent where they are promised. */
function assertHeaders(
  { headers: sent }: Answer,
  documented: Record<string, { $ref?: string; required?: boolean }>,
  place: string,
): void {
  const names = Object.keys(documented).map((name) => name.toLowerCase());
  for (const name of ["x-payment-id", "idempotent-replayed", "retry-after"]) {
    assert.ok(!sent.has(name) || names.includes(name), `${place}: ${name} is not documented`);
  }
  for (const [name, header] of Object.entries(documented)) {
    const shared = header.$ref?.replace("#/components/headers/", "");
    const { required } = shared ? document.components.headers[shared] : header;
    assert.ok(!required || sent.has(name), `${place}: ${name} is not sent`);
  }
}

function post(path: string): Place {
  return { method: "post", path: `/api/v1${path}` };
}

function get(path: string): Place {
  return { method: "get", path: `/api/v1${path}` };
}

test("the validator refuses what is not documented", () => {
  const steps = ["paths", "/api/v1/keys/grant-access", "post", "responses", "201", "content"];
  const schema = [...steps, "application/json", "schema"];
  const grantOf = (expiresAt: string) => ({ tokenId: "tok_1", expiresAt, expiresIn: 150 });
  const good = { success: true, data: grantOf("2026-11-20T09:30:00.000Z") };
  assert.equal(findMismatch(schema, good), undefined);
  for (const bad of [
    { ...good, success: false },
    { data: good.data },
    { success: true, data: { ...good.data, tokenId: 7 } },
    { success: true, data: grantOf("tomorrow") },
    { success: true, data: { ...good.data, expiresIn: undefined } },
  ]) {
    assert.ok(findMismatch(schema, JSON.parse(JSON.stringify(bad))), JSON.stringify(bad));
  }
});

test("what may be added without a new version breaks no client that validates", () => {
  const place = ["paths", "/api/v1/keys/grant-access", "post", "responses"];
  const schema = (status: string) => [...place, status, "content", "application/json", "schema"];
  const data = { tokenId: "tok_1", expiresAt: "2026-11-20T09:30:00.000Z", expiresIn: 150 };
  const grown = { success: true, data: { ...data, later: 1 }, later: 1 };
  assert.equal(findMismatch(schema("201"), grown), undefined);

  const timestamp = "2026-11-20T09:30:00.000Z";
  const error = { code: "brand_new", message: "", details: "", timestamp, request_id: "req_1" };
  assert.equal(findMismatch(schema("404"), { error }), undefined);
  const { code: _, ...codeless } = error;
  assert.ok(findMismatch(schema("404"), { error: codeless }));
});

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

test("the documented request schemas agree with the service on what is missing or wrong", async () => {
  const steps = ["paths", "/api/v1/payments/{gateway}/create", "post", "requestBody", "content"];
  const schema = [...steps, "application/json", "schema"];
  const body = paymentBody();
  for (const fields of [
    {},
    { version: undefined, currency: undefined, mockItems: undefined },
    { version: null, currency: null, items: null, amount: 1, cardLast4: null },
    { currency: "Eur", transactionDate: "2026-11-20T09:30", tableNumber: 7 },
  ]) {
    const sent = JSON.parse(JSON.stringify({ ...paymentBody(), ...fields }));
    assert.equal(findMismatch(schema, sent), undefined);
    const { status } = await api.post("/payments/gateway_one/create", { body: sent });
    assert.equal(status, 201, JSON.stringify(fields));
  }
  const wrong: Record<string, unknown>[] = [
    ...["receiptId", "merchantId", "merchantName", "transactionId", "transactionDate"].map(
      (name) => ({ [name]: undefined }),
    ),
    { recipientHashedPan: undefined },
    { recipientHashedPan: "4242424242424242" },
    { amount: 1.5 },
    { amount: 0 },
    { cardLast4: "42" },
    { receiptId: null },
    { currency: "euro" },
    { transactionDate: "2026-11-20" },
    Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`field${n}`, n])),
    { items: [{}] },
    { mockItems: "yes" },
    { receiptId: "r".repeat(129) },
  ];
  for (const fields of wrong) {
    const sent = JSON.parse(JSON.stringify({ ...body, ...fields }));
    assert.ok(findMismatch(schema, sent), JSON.stringify(fields));
    const { status } = await api.post("/payments/gateway_one/create", { body: sent });
    assert.equal(status, 400, JSON.stringify(fields));
  }
});
