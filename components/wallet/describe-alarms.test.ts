import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "#lib/languages/translate.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import type { Seal } from "#lib/wallet/check-seal.ts";
import type { SignatureCheck } from "#lib/wallet/check-signature.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { Recognition } from "#lib/wallet/recognize-signer.ts";
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
const listed = { amount: 125, currency: "usd" };
const described = { receipt, listed, locale: "en-US", t: english };
const calm: Verdict = {
  seal: { state: "device", others: [], unlisted: [] },
  differs: [],
  signature: undefined,
  signer: undefined,
  signedSince: undefined,
};
const valid: SignatureCheck = { state: "valid", thumbprint: "k2", madeUp: [] };

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
  const signers: Recognition[] = [
    { kind: "seen", since: "2026-11-20T10:00:00Z" },
    { kind: "first" },
    { kind: "other_name", merchantName: "Your Bank" },
  ];
  for (const signer of signers) {
    assert.deepEqual(describeAlarms({ ...calm, signature: valid, signer }, described), []);
  }
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

test("a dropped signature and another signer are alarms, wherever the receipt was sealed", () => {
  const signedSince = "2026-11-20T10:00:00Z";
  const seals: Seal[] = [calm.seal, { state: "none" }];
  for (const seal of seals) {
    const [dropped, ...more] = describeAlarms({ ...calm, seal, signedSince }, described);
    assert.equal(dropped?.title, "Not signed, although this shop has signed before");
    assert.match(dropped.text, /since November 20, 2026/);
    assert.deepEqual(more, []);

    const signed = { ...calm, seal, signature: valid };
    const [other] = describeAlarms({ ...signed, signer: { kind: "new_key" } }, described);
    assert.equal(other?.title, "Signed with another key than before");
    assert.match(other.text, /under this name/);
    assert.deepEqual([other.signedWith, other.formerName], ["k2", undefined]);
  }
  const renamed: Recognition = { kind: "new_key", merchantName: "Old Bakery" };
  const [alarm] = describeAlarms({ ...calm, signature: valid, signer: renamed }, described);
  assert.equal(alarm?.formerName, "Old Bakery");
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
  assert.match(alarms[2]?.text ?? "", /€12\.50.*\$1\.25\. Ask the shop before you rely on it\.$/);
});
