import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeptPayment } from "./kept-till.ts";
import { openPaymentStore } from "./payment-store.ts";

const add = (receiptId: string) => (before: KeptPayment[]) => [paymentOf(receiptId), ...before];
const idsOf = (payments: KeptPayment[]) => payments.map(({ sale }) => sale.receiptId);

function paymentOf(receiptId: string): KeptPayment {
  return {
    organizationId: "org_1",
    environment: "staging",
    gateway: "gateway_two",
    isSandbox: true,
    shopId: "cafe",
    basket: [],
    tip: { kind: "none" },
    sale: { receiptId, transactionId: `txn of ${receiptId}` },
    parts: [],
    part: undefined,
    sentAt: 0,
    isSettled: false,
    paid: undefined,
  };
}

/** As a browser has it: reading works where there is no room to write. */
function startStorage() {
  const device = { text: null as string | null, isFull: false, isBlocked: false };
  const storage = {
    getItem: () => device.text,
    setItem: (_: string, text: string) => {
      if (device.isFull) throw new DOMException("full", "QuotaExceededError");
      device.text = text;
    },
  };
  const getStorage = () => {
    if (device.isBlocked) throw new DOMException("blocked", "SecurityError");
    return storage;
  };
  return { device, getStorage };
}

test("payments that could not be written are not forgotten by the next change", () => {
  const { device, getStorage } = startStorage();
  const store = openPaymentStore(getStorage);
  device.isFull = true;
  store.change(add("R-1"));
  assert.deepEqual(idsOf(store.change(add("R-2"))), ["R-2", "R-1"]);
  assert.deepEqual(idsOf(store.read()), ["R-2", "R-1"]);

  // Meanwhile another tab had room.
  device.isFull = false;
  openPaymentStore(getStorage).change(add("R-3"));
  store.change(add("R-4"));
  assert.deepEqual(idsOf(openPaymentStore(getStorage).read()), ["R-4", "R-2", "R-1", "R-3"]);
});

test("a change is made to what other tabs have stored since", () => {
  const { getStorage } = startStorage();
  const [one, other] = [openPaymentStore(getStorage), openPaymentStore(getStorage)];
  one.change(add("R-1"));
  other.change(add("R-2"));
  assert.deepEqual(idsOf(one.change((before) => before.slice(0, 1))), ["R-2"]);
  assert.deepEqual(idsOf(other.read()), ["R-2"]);
});

test("where storage is blocked, payments are remembered as long as the page", () => {
  const { device, getStorage } = startStorage();
  device.isBlocked = true;
  const store = openPaymentStore(getStorage);
  store.change(add("R-1"));
  assert.deepEqual(idsOf(store.change(add("R-2"))), ["R-2", "R-1"]);
});
