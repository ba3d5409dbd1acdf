import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadComponents, renderLines } from "#lib/testing/render-component.ts";
import { judgeReceipt } from "#lib/wallet/judge-receipt.ts";
import { readContent } from "#lib/wallet/read-content.ts";

let VerdictNote: typeof import("./verdict-note.tsx").VerdictNote;
before(async () => {
  ({ VerdictNote } = await loadComponents(() => import("./verdict-note.tsx")));
});

test("of a receipt without a signature, it says that known shops could not be read", async () => {
  const receipt = readContent({
    receiptId: "r",
    merchantId: "m",
    merchantName: "Corner Bakery",
    transactionId: "t",
    transactionDate: "2026-11-20T09:30:00Z",
    amount: 1250,
  });
  assert.ok(receipt);
  // Nothing has opened them here.
  const opened = { paymentId: "pay_1", listed: undefined, card: undefined };
  const verdict = await judgeReceipt(receipt, opened);
  const lines = renderLines(VerdictNote, { verdict, name: receipt.merchantName });
  assert.ok(lines.includes("Not signed, and this wallet cannot look up its shop"), lines.join("|"));
});
