import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { createClient } from "./create-client.ts";
import { createSale } from "./queue/testing/sale.ts";
import type { Settled } from "./settle-payment.ts";

const service = setUpTestService();
const shop = setUp(async () => {
  const organizationId = await createTestOrganization();
  const apiKey = await createTestKey({ organizationId });
  const writingKey = await createTestKey({ organizationId, scopes: ["payments:write"] });
  return { apiKey, writingKey };
});

const newSale = (fields: Parameters<typeof createSale>[1] = {}) => createSale(randomUUID(), fields);
const card = (name: keyof typeof sandboxTestValues) => ({
  paymentMethod: sandboxTestValues[name].value,
});

type Trouble = "unreachable" | "answer lost" | Response;

/** A client whose requests get into trouble: the first of the path's end, or all of them. */
function createTroubled(troubles: Record<string, Trouble[]>, apiKey = shop.apiKey) {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const trouble = troubles[pathname.split("/").at(-1) ?? ""]?.shift();
    if (trouble instanceof Response) return trouble;
    if (trouble === "unreachable") throw new TypeError("fetch failed");
    const response = await globalThis.fetch(input, init);
    if (trouble === "answer lost") throw new TypeError("terminated");
    return response;
  };
  return createClient({ baseUrl: service.url, apiKey, fetch, maxAttempts: 1 });
}

test("paid, declined and then paid with another card, or for the customer to confirm", async () => {
  const { payments } = createTroubled({});
  const sale = newSale();
  const declined = await payments.createAndSettle("gateway_one", { ...sale, ...card("declined") });
  assert.ok(declined.state === "declined" && declined.error.code === "payment_declined");
  const paid = await payments.createAndSettle("gateway_one", sale);
  assert.equal(paid.state, "paid");
  const open = { ...newSale(), ...card("requiresConfirmation") };
  const confirmed = await payments.createAndSettle("gateway_one", open);
  assert.ok(confirmed.state === "requires_confirmation" && confirmed.payment.clientSecret);
});

const claimCodeOf = (settled: Settled) => {
  assert.ok(settled.state === "paid");
  const { veroMetadata } = settled.payment;
  assert.equal(veroMetadata.paymentStatus, "succeeded");
  return "claimCode" in veroMetadata ? veroMetadata.claimCode : undefined;
};

test("a lost answer of a payment that was taken is found, with its claim code", async () => {
  const { payments } = createTroubled({ create: ["answer lost"] });
  const sale = newSale();
  const settled = await payments.createAndSettle("gateway_one", sale);
  assert.match(claimCodeOf(settled) ?? "none", /^clm_/);
  const paymentIds: string[] = [];
  for await (const { paymentId } of payments.list({ receiptId: sale.receiptId })) {
    paymentIds.push(paymentId);
  }
  assert.equal(paymentIds.length, 1);
});

test("it is what was looked up if it is lost again, and canceled if it was canceled meanwhile", async () => {
  const { payments } = createTroubled({ create: ["answer lost", "answer lost"] });
  assert.equal(claimCodeOf(await payments.createAndSettle("gateway_one", newSale())), undefined);

  const conflict = { code: "conflict", details: "to take the payment after all, send another id" };
  const refusal = Response.json({ error: { message: "Canceled", ...conflict } }, { status: 409 });
  const meanwhile = createTroubled({ create: ["answer lost", refusal] });
  assert.deepEqual(await meanwhile.payments.createAndSettle("gateway_one", newSale()), {
    state: "canceled",
    outcome: "refunded",
  });
});

test("a sale that did not arrive is canceled, and stays so", async () => {
  const { payments } = createTroubled({ create: ["unreachable"] });
  const sale = newSale();
  const canceled = { state: "canceled", outcome: "not_charged" };
  assert.deepEqual(await payments.createAndSettle("gateway_one", sale), canceled);
  assert.deepEqual(await payments.createAndSettle("gateway_one", sale), canceled, "the same again");
});

test("a charge that cannot be looked up is refunded", async () => {
  const { payments } = createTroubled({ create: ["answer lost"] }, shop.writingKey);
  const settled = await payments.createAndSettle("gateway_one", newSale());
  assert.deepEqual(settled, { state: "canceled", outcome: "refunded" });
});

test("while nothing answers, it is undecided, and the same body finds out", async () => {
  const { payments } = createTroubled({
    create: ["answer lost"],
    payments: ["unreachable"],
  });
  const sale = newSale();
  const settled = await payments.createAndSettle("gateway_one", sale);
  assert.ok(settled.state === "undecided" && settled.error.code === "no_answer");
  assert.equal((await payments.createAndSettle("gateway_one", sale)).state, "paid");
});

test("a cancellation that fails leaves it undecided", async () => {
  const { payments } = createTroubled({ create: ["unreachable"], cancel: ["unreachable"] });
  const sale = newSale();
  const settled = await payments.createAndSettle("gateway_one", sale);
  assert.ok(settled.state === "undecided" && settled.error.code === "no_answer");
  assert.equal((await payments.createAndSettle("gateway_one", sale)).state, "paid");
});

test("a provider that does not answer is undecided, or canceled", async () => {
  const { payments } = createTroubled({});
  const sale = { ...newSale(), ...card("error") };
  const left = await payments.createAndSettle("gateway_one", sale, { ifUndecided: "leave" });
  assert.ok(left.state === "undecided" && left.error.status === 503);
  const settled = await payments.createAndSettle("gateway_one", sale);
  assert.ok(settled.state === "canceled" || settled.state === "undecided");
});

test("the payment of another sale with these references is neither taken for it nor given back", async () => {
  const { payments } = createTroubled({ create: [] });
  const sale = newSale();
  await payments.createAndSettle("gateway_one", sale);
  const later = createTroubled({ create: ["unreachable"] });
  const settled = await later.payments.createAndSettle("gateway_one", { ...sale, amount: 900 });
  assert.equal(settled.state, "undecided");
  const { receiptId } = sale;
  for await (const { refundedAmount } of payments.list({ receiptId })) {
    assert.equal(refundedAmount, 0);
  }
});

test("a refunded payment is not found as paid", async () => {
  const { payments } = createTroubled({});
  const sale = newSale();
  const paid = await payments.createAndSettle("gateway_one", sale);
  assert.ok(paid.state === "paid");
  await payments.cancel("gateway_one", paid.payment.paymentId);
  const later = createTroubled({ create: ["unreachable"] });
  assert.deepEqual(await later.payments.createAndSettle("gateway_one", sale), {
    state: "canceled",
    outcome: "refunded",
  });
});

test("a key that is revoked between two attempts does not decide about the first", async () => {
  const unauthorized = () =>
    Response.json({ error: { code: "unauthorized", message: "No" } }, { status: 401 });
  const create = ["answer lost" as const, unauthorized()];
  const { payments } = createTroubled({ create, payments: [unauthorized()] });
  const settled = await payments.createAndSettle("gateway_one", newSale(), { maxAttempts: 2 });
  assert.ok(settled.state === "undecided" && settled.error.code === "no_answer");

  const first = createTroubled({ create: [unauthorized()] });
  await assert.rejects(first.payments.createAndSettle("gateway_one", newSale()), { status: 401 });
});

test("a status of a later service is not taken for paid", async () => {
  const data = { paymentId: "pay_1", veroMetadata: { paymentStatus: "authorized" } };
  const create = [Response.json({ success: true, data })];
  const { payments } = createTroubled({ create });
  const options = { ifUndecided: "leave" } as const;
  const settled = await payments.createAndSettle("gateway_one", newSale(), options);
  assert.ok(settled.state === "undecided" && settled.error.paymentId === "pay_1");
});

test("what the service refuses, and an aborted call, throw", async () => {
  const { payments } = createTroubled({});
  const refused = payments.createAndSettle("gateway_one", newSale({ amount: -1 }));
  await assert.rejects(refused, { code: "invalid_request" });
  const sale = newSale();
  await payments.createAndSettle("gateway_one", sale);
  const other = payments.createAndSettle("gateway_one", { ...sale, amount: 900 });
  await assert.rejects(other, { code: "conflict" });
  const reason = new Error("closed");
  const aborted = payments.createAndSettle("gateway_one", newSale(), {
    signal: AbortSignal.abort(reason),
  });
  await assert.rejects(aborted, reason);
});
