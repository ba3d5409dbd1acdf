import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createStripe } from "#lib/gateways/stripe/stripe.ts";
import { STRIPE_TEST_KEY } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { contractCharge } from "./contract-subject.ts";
import { patientSignal } from "./patient-signal.ts";

test("a stand-in runs as a program of its own, and is counted and spoiled over HTTP", async () => {
  const script = fileURLToPath(
    import.meta.resolve("#lib/gateways/stripe/testing/stripe-stand-in.ts"),
  );
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(createInterface(child.stdout), "line");
    const { url: baseUrl, port } = JSON.parse(line);
    assert.equal(baseUrl, `http://127.0.0.1:${port}`);

    const stripe = createStripe({ secretKey: STRIPE_TEST_KEY }, { baseUrl });
    const charge = contractCharge({ paymentMethod: "pm_card_visa" });
    const body = JSON.stringify({ how: "cut", path: "/v1/payment_intents" });
    await fetch(`${baseUrl}/_misbehave`, { method: "POST", body });
    const signal = patientSignal();
    assert.equal((await stripe.charge(charge, signal)).kind, "unknown");
    assert.equal((await stripe.charge({ ...charge, attempt: 2 }, signal)).kind, "succeeded");

    const counted = await fetch(`${baseUrl}/_charges`);
    assert.deepEqual(await counted.json(), { charges: 1, byPayment: { [charge.paymentId]: 1 } });
  } finally {
    child.kill();
    await once(child, "exit");
  }
});
