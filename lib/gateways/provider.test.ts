import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { setTestConfig } from "#lib/testing/test-config.ts";
import type { ProviderForm } from "./contract-form.ts";
import type { Gateway } from "./gateway.ts";
import { defineProvider } from "./provider.ts";
import { contractCharge, contractRefund, sentCharge } from "./testing/contract-subject.ts";
import { recordingGateway } from "./testing/recording-gateway.ts";

const form: ProviderForm = {
  name: "till",
  title: "Till",
  gateways: ["gateway_one"],
  fields: [{ name: "pin", label: "PIN", secret: true }],
  testFields: () => ({}),
};
const place = { gateway: "gateway_one", environment: "development" } as const;
const { signal } = new AbortController();

/** A provider whose gateways write down what reaches them. */
function openTill() {
  const calls: unknown[][] = [];
  const provider = defineProvider({
    form,
    credentials: z.strictObject({ pin: z.string() }),
    createGateway(credentials, { baseUrl }): Gateway {
      calls.push(["create", credentials, baseUrl]);
      return recordingGateway(calls);
    },
  });
  return { gateway: provider.open({ pin: "0000" }, place), provider, calls };
}

test("a gateway is created at its first use, once, and every call reaches it", async () => {
  setTestConfig({ TILL_API_BASE: "http://127.0.0.1:1" });
  const { gateway, calls } = openTill();
  assert.deepEqual(calls, []);

  const charge = contractCharge();
  const sent = { ...sentCharge(charge), providerReference: "till_1" };
  const disputed = { ...sent, disputeId: undefined };
  const since = new Date(0);
  const refund = contractRefund(charge, "till_1");
  await Promise.all([
    gateway.charge(charge, signal),
    gateway.find(sent, signal),
    gateway.cancel(sent, signal),
    gateway.refund(refund, signal),
    gateway.listRefunds(sent, signal),
    gateway.listDisputes(disputed, signal),
    gateway.listAccountDisputes(since, signal),
    gateway.findPaymentId("till_1", signal),
    gateway.check(signal),
  ]);
  assert.deepEqual(calls, [
    ["create", { pin: "0000" }, "http://127.0.0.1:1"],
    ["charge", charge, signal],
    ["find", sent, signal],
    ["cancel", sent, signal],
    ["refund", refund, signal],
    ["listRefunds", sent, signal],
    ["listDisputes", disputed, signal],
    ["listAccountDisputes", since, signal],
    ["findPaymentId", "till_1", signal],
    ["check", signal],
  ]);
});

test("what a definition leaves out has a safe meaning", async () => {
  const { provider } = openTill();
  assert.equal(provider.refusedField("any"), "pin");
  assert.equal(provider.explainMismatch({ pin: "0000" }, "production"), undefined);
  assert.equal(provider.sendsNotifications, false);
  assert.equal(provider.looksSigned(new Headers()), false);
  const delivery = { body: new Uint8Array(), headers: new Headers(), url: "http://localhost/" };
  const notification = await provider.parseNotification({ pin: "0000" }, delivery);
  assert.equal(notification.kind, "refused");
});
