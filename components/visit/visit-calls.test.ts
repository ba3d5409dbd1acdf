import assert from "node:assert/strict";
import { test } from "node:test";
import { findLatestCall, listCalls } from "./visit-calls.ts";
import { layOutPurchase } from "./visit-counter.ts";

const [visitId, paymentId, keyId] = ["visit_1", "pay_1", "key_1"];
const card = { hashedPan: "0a".repeat(32), last4: "0420", brand: null, number: undefined };
const [receiptId, tappedAt] = ["BD-1", Date.UTC(2026, 10, 22, 8)];
const payment = {
  paymentId,
  receiptId,
  transactionId: "txn_1",
  amount: layOutPurchase(0).total,
  currency: "usd",
  paymentStatus: "succeeded",
  receiptStatus: "escrowed",
  cardIndexStart: "00",
  keyId: null,
  createdAt: "2026-11-22T08:00:00.000Z",
  openedAt: null,
  sealedAt: "service",
  envelope: { bytes: 1, ciphertextStart: "Q2lwaGVy" },
} as const;
const kept = { indexStart: "00", userId: "usr_1", keyId, registeredAt: null };
const made = { card, mine: undefined, record: { visitId, taps: {}, openings: {} } };
const known = { ...made, record: { ...made.record, taps: { [receiptId]: tappedAt } } };

const names = (calls: ReturnType<typeof listCalls>) => calls.map(({ name }) => name);

test("a call is shown as it was sent, with what was bought, which nothing has stored", () => {
  const [pay] = listCalls(payment, kept, known);
  const lines = pay?.requests[0]?.lines ?? [];
  const fateOf = (text: string) => lines.find((line) => line.text.includes(text))?.fate;
  assert.equal(fateOf('"receiptId": "BD-1"'), "kept");
  assert.equal(fateOf('"transactionDate": "2026-11-22T08:00:00.000Z"'), "kept");
  assert.equal(fateOf("Flat white"), "escrowed");
});

test("a receipt that was sealed before it was sent is shown apart from the calls", () => {
  const [pay] = listCalls({ ...payment, sealedAt: "till" }, kept, known);
  const [prepare, create] = pay?.requests ?? [];
  assert.deepEqual(prepare?.path, "/api/v1/payments/gateway_one/prepare");
  const textOf = (lines: readonly { text: string }[] = []) =>
    lines.map(({ text }) => text).join("\n");
  for (const { lines } of pay?.requests ?? []) {
    assert.doesNotMatch(textOf(lines), /Flat white|0420|Blue Door/);
  }
  assert.match(textOf(create?.lines), /"receiptId": "BD-1"[\s\S]*"ciphertext": "Q2lwaGVy…"/);
  const envelope = create?.lines.find(({ text }) => text.includes("ciphertext"));
  assert.equal(envelope?.fate, "escrow_envelope");
  // The page folds what follows.
  const first = textOf(pay?.inside?.slice(0, 14));
  assert.match(first, /Blue Door[\s\S]*Flat white[\s\S]*Croissant/);
  assert.doesNotMatch(first, /"receiptId"/);
  assert.match(textOf(pay?.inside), /"cardLast4": "0420"[\s\S]*"paymentId": "pay_1"/);

  const sealed = { ...payment, sealedAt: "till", receiptStatus: "sealed" } as const;
  const [later] = listCalls(sealed, kept, known);
  const lines = later?.requests[1]?.lines ?? [];
  assert.equal(lines.find(({ text }) => text.includes("ciphertext"))?.fate, "envelope");
});

test("what another device sent is not made up", () => {
  assert.deepEqual(listCalls(payment, kept, made), [{ name: "pay", requests: [] }]);
  const other = { ...payment, amount: 1 };
  assert.deepEqual(listCalls(other, kept, known), [{ name: "pay", requests: [] }]);
});

test("the receipt of another card came by its code, and the body had that card", () => {
  const own = { ...kept, registeredAt: "2026-11-22T07:00:00Z" };
  const paidByOther = { ...payment, cardIndexStart: "22" };
  const other = { hashedPan: "0b".repeat(32), last4: "0999", claimCode: "clm_1" };
  const record = { ...known.record, others: { [receiptId]: other } };
  const [pay, ...none] = listCalls(paidByOther, own, { ...known, record });
  assert.ok(pay?.requests[0]?.lines.some(({ text }) => text.includes('"cardLast4": "0999"')));
  assert.deepEqual(none, []);

  const claimed = { ...paidByOther, receiptStatus: "sealed", keyId } as const;
  const calls = listCalls(claimed, own, known);
  assert.deepEqual(names(calls), ["pay", "claim"]);
  assert.equal(findLatestCall(claimed, own, calls)?.name, "claim");
});

test("calls keep their order, and the latest is the one that came last", () => {
  const registered = (registeredAt: string) => ({ ...kept, registeredAt });
  const [before, after] = [registered("2026-11-22T07:00:00Z"), registered("2026-11-22T09:00:00Z")];
  const sealed = { ...payment, receiptStatus: "sealed", keyId } as const;
  const opened = { ...sealed, openedAt: "2026-11-22T10:00:00Z" } as const;
  for (const [shown, holder, latest] of [
    [sealed, before, "pay"],
    [sealed, after, "register"],
    [opened, before, "envelope"],
  ] as const) {
    const calls = listCalls(shown, holder, known);
    assert.deepEqual(names(calls).slice(0, 2), ["pay", "register"]);
    assert.equal(findLatestCall(shown, holder, calls)?.name, latest);
  }
});
