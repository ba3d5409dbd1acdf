import assert from "node:assert/strict";
import { test } from "node:test";
import { openedReceipt } from "#lib/receipts/contract.ts";
import type { Seal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import { describeAlarms } from "./describe-alarms.ts";

const receipt = openedReceipt.parse({
  receiptId: "r",
  merchantId: "m",
  merchantName: "Corner Bakery",
  transactionId: "t",
  transactionDate: "2026-11-20T10:00:00Z",
  currency: "eur",
  amount: 1250,
});
const described = { receipt, listed: { amount: 125, currency: "usd" }, locale: "en-US" };
const calm: Verdict = {
  seal: { state: "device", others: [], unlisted: [] },
  differs: [],
  signature: undefined,
  signer: undefined,
  signedSince: undefined,
};

test("what nothing contradicts is no alarm", () => {
  const seals: Seal[] = [
    calm.seal,
    { state: "none" },
    { state: "unclaimed" },
    { state: "escrow" },
    { state: "needless_escrow" },
    { state: "unknown_key", sealedTo: ["k"] },
  ];
  for (const seal of seals) assert.deepEqual(describeAlarms({ ...calm, seal }, described), []);
  const warned: Verdict = { ...calm, signedSince: "2026-11-20T10:00:00Z" };
  assert.deepEqual(describeAlarms(warned, described), []);
  assert.deepEqual(describeAlarms({ ...calm, signature: { state: "unsupported" } }, described), []);
});

test("each contradiction is one, named as what it is", () => {
  const at = "2026-11-20T10:00:00Z";
  const seals: [Seal, string][] = [
    [{ state: "other_key", sealedTo: ["k"] }, "Sealed for a key that is not this device’s"],
    [
      { state: "replaced_key", sealedTo: ["k"], replacedAt: at },
      "Sealed for a key that this device had replaced",
    ],
    [
      { state: "contradicted" },
      "It claims to have been sealed at the till, but the service sealed it",
    ],
    [{ state: "malformed" }, "It does not say for whom it was sealed"],
  ];
  for (const [seal, title] of seals) {
    const alarms = describeAlarms({ ...calm, seal }, described);
    assert.deepEqual(
      alarms.map((alarm) => alarm.title),
      [title],
    );
  }
});

test("several are told together, the worst first, with both amounts and the other fields", () => {
  const verdict: Verdict = {
    ...calm,
    seal: { state: "other_key", sealedTo: ["k"] },
    differs: ["amount", "currency", "paymentId"],
    signature: { state: "broken", differs: ["sealedTo"] },
  };
  const alarms = describeAlarms(verdict, described);
  assert.deepEqual(
    alarms.map(({ title, differs, keys }) => [title, differs, keys]),
    [
      ["Sealed for a key that is not this device’s", undefined, ["k"]],
      ["The signature does not match", ["sealedTo"], undefined],
      ["The receipt does not say what was charged", undefined, undefined],
      ["This receipt belongs to another payment", ["paymentId"], undefined],
    ],
  );
  assert.match(alarms[2]?.text ?? "", /€12\.50.*\$1\.25/);
});
