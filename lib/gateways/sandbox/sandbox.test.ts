import assert from "node:assert/strict";
import { test } from "node:test";
import { gateways } from "#lib/core/vocabulary.ts";
import { contractCharge, gatewayContract } from "#lib/gateways/testing/gateway-contract.ts";
import { sandboxTestValues } from "./contract.ts";
import { createSandbox } from "./sandbox.ts";

const { declined, invalid, requiresConfirmation, error, timeout } = sandboxTestValues;
const asking = ({ field, value }: { field: string; value: string }) => ({ [field]: value });

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
    account: "sandbox",
    secrets: [],
    async [Symbol.asyncDispose]() {},
  }));
}

test("every value of the table asks for something, the same from both sandboxes, nonces aside", async () => {
  for (const entry of Object.values(sandboxTestValues)) {
    const outcomes = [];
    for (const gateway of gateways) {
      const charge = contractCharge(asking(entry));
      const { kind } = await createSandbox(gateway).charge(charge, AbortSignal.timeout(50));
      outcomes.push(kind);
    }
    assert.notEqual(outcomes[1], "succeeded", entry.value);
    // The first gateway's providers know no nonces.
    const first = entry.field === "cardNonce" ? "succeeded" : outcomes[1];
    assert.equal(outcomes[0], first, entry.value);
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
