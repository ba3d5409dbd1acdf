import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { setTestConfig } from "#lib/testing/test-config.ts";
import type { ProviderForm } from "./contract-form.ts";
import type { Gateway } from "./gateway.ts";
import { defineProvider } from "./provider.ts";
import { contractCharge } from "./testing/gateway-contract.ts";

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
function openTill({ canCancel = true } = {}) {
  const calls: unknown[][] = [];
  const provider = defineProvider({
    form,
    credentials: z.strictObject({ pin: z.string() }),
    createGateway(credentials, { baseUrl }): Gateway {
      calls.push(["create", credentials, baseUrl]);
      return {
        async charge(...args) {
          calls.push(["charge", ...args]);
          return { kind: "declined", reason: "empty" };
        },
        async check(...args) {
          calls.push(["check", ...args]);
          return { kind: "ok", account: null };
        },
        ...(canCancel && {
          async cancel(...args: [string, AbortSignal]) {
            calls.push(["cancel", ...args]);
            return { kind: "declined", reason: "canceled" } as const;
          },
        }),
      };
    },
  });
  return { gateway: provider.open({ pin: "0000" }, place), provider, calls };
}

test("a gateway is created at its first use, once, and every call reaches it", async () => {
  setTestConfig({ TILL_API_BASE: "http://127.0.0.1:1" });
  const { gateway, calls } = openTill();
  assert.deepEqual(calls, []);

  const charge = contractCharge();
  const [outcome] = await Promise.all([gateway.charge(charge, signal), gateway.check(signal)]);
  assert.deepEqual(outcome, { kind: "declined", reason: "empty" });
  assert.equal((await gateway.cancel?.("ord_1", signal))?.kind, "declined");
  assert.deepEqual(calls, [
    ["create", { pin: "0000" }, "http://127.0.0.1:1"],
    ["charge", charge, signal],
    ["check", signal],
    ["cancel", "ord_1", signal],
  ]);
});

test("a failure is final with a gateway that cannot cancel", async () => {
  setTestConfig({});
  const { gateway } = openTill({ canCancel: false });
  assert.equal(await gateway.cancel?.("ord_1", signal), undefined);
});

test("what a definition leaves out has a safe meaning", async () => {
  const { provider } = openTill();
  assert.equal(provider.refusedField("any"), "pin");
  assert.equal(provider.explainMismatch({ pin: "0000" }, "production"), undefined);
  assert.equal(provider.sendsNotifications, false);
  assert.equal(provider.failuresCanRecover, false);
  const delivery = { body: new Uint8Array(), headers: new Headers(), url: "http://localhost/" };
  const notification = await provider.parseNotification({ pin: "0000" }, delivery);
  assert.equal(notification.kind, "refused");
});
