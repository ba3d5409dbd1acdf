import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { verifyReceipt } from "./verify-receipt.ts";

type Known = Parameters<typeof verifyReceipt>[1];
type Check = Known & {
  name: string;
  receipt: Parameters<typeof verifyReceipt>[0];
  check: Partial<Awaited<ReturnType<typeof verifyReceipt>>>;
};

// The Python client runs the same list.
const path = join(import.meta.dirname, "../testing/receipt-checks/checks.json");
const checks: Check[] = JSON.parse(readFileSync(path, "utf8"));

for (const { name, receipt, check, ...known } of checks) {
  test(name, async () => {
    const found = await verifyReceipt(receipt, known);
    assert.deepEqual({ organization: undefined, ...found }, { organization: undefined, ...check });
  });
}
