import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { environments, gateways } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { contractCharge } from "#lib/gateways/testing/contract-subject.ts";
import { credentialsContract } from "#lib/gateways/testing/credentials-contract.ts";
import { gatewayContract } from "#lib/gateways/testing/gateway-contract.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { sandboxTestRefunds, sandboxTestValues } from "./contract.ts";
import { sandbox as provider } from "./provider.ts";
import { createSandbox } from "./sandbox.ts";

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
});
after(async () => {
  await closeDatabase();
  await drop();
});

const { declined, invalid, requiresConfirmation, error, timeout } = sandboxTestValues;
const all = [
  "authorizationCode",
  "networkTransactionId",
  "acquirerReferenceNumber",
  "merchantCategoryCode",
] as const;
const asking = ({ field, value }: { field: string; value: string }) => ({ [field]: value });

credentialsContract(provider, {
  malformed: [{ secretKey: "sk_test_standin" }],
  accepted: [[{}, environments]],
});

for (const gateway of gateways) {
  gatewayContract(`sandbox, ${gateway}`, async () => ({
    gateway: createSandbox(gateway),
    fields: {
      succeeded: { paymentMethod: "pm_card_visa" },
      requiresConfirmation: asking(requiresConfirmation),
      declined: asking(declined),
      invalid: asking(invalid),
    },
    declineReason: "card_declined",
    failures: [
      { name: "timeout", fields: asking(timeout), reason: "timeout", recovers: true },
      { name: "error", fields: asking(error), reason: "provider_error", recovers: false },
    ],
    failingRefund: { refundReference: `${sandboxTestRefunds.failed.prefix}_1` },
    listsRefunds: false,
    account: "sandbox",
    currency: null,
    merchantCategoryCode: null,
    tells: { charge: all, refund: all },
    secrets: [],
    async [Symbol.asyncDispose]() {},
  }));
}

/** These are about what comes after the payment. */
const later = new Set<string>(
  [
    sandboxTestValues.cancelUnavailable,
    sandboxTestValues.disputed,
    sandboxTestValues.disputeWon,
    sandboxTestValues.disputeLost,
    sandboxTestValues.lateMatch,
  ].map(({ value }) => value),
);

test("every test value brings about the same outcome at each gateway that takes its field", async () => {
  for (const entry of Object.values(sandboxTestValues)) {
    const outcomes = new Set<string>();
    for (const gateway of gateways) {
      const charge = contractCharge(asking(entry));
      const { kind } = await createSandbox(gateway).charge(charge, AbortSignal.timeout(50));
      const isTaken = entry.field !== "cardNonce" || gatewayRules[gateway].takesCardNonce;
      if (isTaken) outcomes.add(kind);
      else assert.equal(kind, "succeeded", entry.value);
    }
    assert.equal(outcomes.size, 1, entry.value);
    assert.equal(outcomes.has("succeeded"), later.has(entry.value), entry.value);
    assert.ok(entry.description.length > 10);
  }
});

test("a declined nonce wins over another test value", async () => {
  const fields = { ...asking(timeout), ...asking(sandboxTestValues.declinedNonce) };
  const sandbox = createSandbox("gateway_two");
  assert.deepEqual(await sandbox.charge(contractCharge(fields), AbortSignal.timeout(50)), {
    kind: "declined",
    reason: "card_declined",
  });
});
