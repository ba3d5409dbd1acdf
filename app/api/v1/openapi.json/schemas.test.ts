import assert from "node:assert/strict";
import { test } from "node:test";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { fetchApiDocument } from "#lib/testing/api-document.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const api = setUpApi(setUpTestService());
const document = setUp(() => fetchApiDocument(api));

test("the validator refuses what is not documented", () => {
  const steps = ["paths", "/api/v1/keys/grant-access", "post", "responses", "201", "content"];
  const schema = [...steps, "application/json", "schema"];
  const grantOf = (expiresAt: string) => ({ tokenId: "tok_1", expiresAt, expiresIn: 150 });
  const good = { success: true, data: grantOf("2026-11-20T09:30:00.000Z") };
  assert.equal(document.findMismatch(schema, good), undefined);
  for (const bad of [
    { ...good, success: false },
    { data: good.data },
    { success: true, data: { ...good.data, tokenId: 7 } },
    { success: true, data: grantOf("tomorrow") },
    { success: true, data: { ...good.data, expiresIn: undefined } },
  ]) {
    assert.ok(document.findMismatch(schema, JSON.parse(JSON.stringify(bad))), JSON.stringify(bad));
  }
});

test("what may be added without a new version breaks no client that validates", () => {
  const place = ["paths", "/api/v1/keys/grant-access", "post", "responses"];
  const schema = (status: string) => [...place, status, "content", "application/json", "schema"];
  const data = { tokenId: "tok_1", expiresAt: "2026-11-20T09:30:00.000Z", expiresIn: 150 };
  const grown = { success: true, data: { ...data, later: 1 }, later: 1 };
  assert.equal(document.findMismatch(schema("201"), grown), undefined);

  const timestamp = "2026-11-20T09:30:00.000Z";
  const error = { code: "brand_new", message: "", details: "", timestamp, request_id: "req_1" };
  assert.equal(document.findMismatch(schema("404"), { error }), undefined);
  const { code: _, ...codeless } = error;
  assert.ok(document.findMismatch(schema("404"), { error: codeless }));
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
    assert.equal(document.findMismatch(schema, sent), undefined);
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
    assert.ok(document.findMismatch(schema, sent), JSON.stringify(fields));
    const { status } = await api.post("/payments/gateway_one/create", { body: sent });
    assert.equal(status, 400, JSON.stringify(fields));
  }
});

test("a body whose receipt came sealed is one form of the documented schema, and the service agrees", async () => {
  const steps = ["paths", "/api/v1/payments/{gateway}/create", "post", "requestBody", "content"];
  const schema = [...steps, "application/json", "schema"];
  const create = (body: object) => api.post("/payments/gateway_one/create", { body });
  const good = await sealedBody();
  assert.equal(document.findMismatch(schema, good), undefined);
  for (const fields of [
    { merchantName: "Corner Bakery" },
    { tableNumber: 7 },
    { amount: undefined },
    { reservation: undefined },
    { recipientHashedPan: undefined },
    { sealedReceipt: { ...good.sealedReceipt, tag: "short" } },
    { sealedReceipt: { ...good.sealedReceipt, zip: "DEF" } },
    { sealedReceipt: { ...good.sealedReceipt, header: { alg: "dir", kid: "k" } } },
    { otherRecipients: [{ header: good.sealedReceipt.header }] },
  ]) {
    const sent = JSON.parse(JSON.stringify({ ...good, ...fields }));
    assert.ok(document.findMismatch(schema, sent), JSON.stringify(fields));
    assert.equal((await create(sent)).status, 400, JSON.stringify(fields));
  }
  const sent = { ...good, currency: null, otherRecipients: null };
  assert.equal(document.findMismatch(schema, sent), undefined);
  assert.equal((await create(sent)).status, 201);
});

async function sealedBody() {
  const { recipientHashedPan, receiptId, merchantId, transactionId, transactionDate, amount } =
    paymentBody();
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway: "gateway_one" },
    body: { recipientHashedPan },
  });
  const [reservation] = reservations;
  assert.ok(reservation);
  const clear = { receiptId, merchantId, transactionId, transactionDate, amount };
  const sealed = await sealReceipt(reservation, { ...clear, merchantName: "Corner Bakery" });
  return { ...clear, recipientHashedPan, ...sealed };
}
