import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { describeReceipt } from "#components/receipts/describe-receipt.ts";
import { printInColumns } from "#components/receipts/printed-columns.ts";
import { sampleReceipts } from "#examples/sample-receipts.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { grant, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

// Paid, sealed, opened, and printed. `--test-update-snapshots` writes the texts beside the samples anew.

const api = setUpApi(setUpTestService());
const holder = setUpCardholder(api);
const folder = new URL("receipts/", import.meta.resolve("#examples/sample-receipts.ts"));

for (const { name, locale, request } of sampleReceipts) {
  test(`${name} prints on the roll of its country`, async (context) => {
    const body = { ...request, recipientHashedPan: holder.hashedPan };
    const paid = await api.post("/payments/gateway_one/create", { body });
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
    const { paymentId } = paid.body.data;
    const opened = await api.call("POST /api/v1/payments/decrypt", {
      body: { paymentId, tokenId: await grant(api, holder), privateKey: holder.privateKey },
    });

    const paper = describeReceipt(openedReceipt.parse(opened), { locale });
    const rolls = [42, 32].map((columns) => printInColumns(paper, { columns }).join("\n"));
    const text = `${rolls.join(`\n\n${"=".repeat(42)}\n\n`)}\n`;
    context.assert.fileSnapshot(text, join(folder.pathname, `${name}.txt`), {
      serializers: [String],
    });
  });
}
