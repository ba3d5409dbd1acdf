import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ContractSubject,
  contractCharge,
  contractRefund,
  longAgo,
  sentCharge,
} from "./contract-subject.ts";
import { patientSignal } from "./patient-signal.ts";

const UNKNOWN = { kind: "unknown", reason: "provider_error" };

/** The part of the contract about a request whose idempotency key an earlier one is still using. */
export function inFlightContract(getSubject: () => ContractSubject): void {
  const signal = patientSignal;

  test("while a charge is under way a repetition says nothing, and then has its result", async (context) => {
    const { slow, gateway, fields, countCharges } = getSubject();
    if (!slow) return context.skip("refuses no key");
    for (const begin of slow.charges) {
      const charge = contractCharge(fields.succeeded);
      begin();
      for (const attempt of [1, 2, 3]) {
        assert.deepEqual(await gateway.charge({ ...charge, attempt }, signal()), UNKNOWN);
      }
      assert.equal(countCharges?.(charge.paymentId), 0);
      slow.finish();
      assert.equal((await gateway.charge({ ...charge, attempt: 4 }, signal())).kind, "succeeded");
      assert.equal(countCharges?.(charge.paymentId), 1);
    }
  });

  test("a charge that was under way at its cancellation is canceled, or known to be paid", async (context) => {
    const { slow, gateway, fields, countCharges } = getSubject();
    if (!slow) return context.skip("refuses no key");
    for (const begin of slow.charges) {
      const charge = contractCharge(fields.succeeded);
      begin();
      await gateway.charge(charge, signal());
      const early = await gateway.cancel(sentCharge(charge), signal());
      slow.finish();
      const charges = countCharges?.(charge.paymentId);
      if (early.kind !== "unknown") assert.deepEqual([early.kind, charges], ["canceled", 0]);
      // By then a request that nobody waits for is over, as a rule: one that is not must not be misread.
      const late = await gateway.cancel(sentCharge(charge, longAgo()), signal());
      assert.equal(late.kind, charges === 1 ? "succeeded" : "canceled");
    }
  });

  test("while a refund is under way a repetition says nothing, and then has its result", async (context) => {
    const { slow, gateway, fields, refundedAmount } = getSubject();
    if (!slow) return context.skip("refuses no key");
    const charge = contractCharge(fields.succeeded);
    const paid = await gateway.charge(charge, signal());
    assert.ok(paid.kind === "succeeded");
    const order = contractRefund(charge, paid.providerReference);
    slow.refund();
    assert.deepEqual(await gateway.refund(order, signal()), UNKNOWN);
    for (const firstAskedAt of [order.firstAskedAt, longAgo()]) {
      const again = await gateway.refund({ ...order, attempt: 2, firstAskedAt }, signal());
      assert.deepEqual(again, UNKNOWN);
    }
    slow.finish();
    const { kind } = await gateway.refund({ ...order, attempt: 3 }, signal());
    assert.ok(kind === "succeeded" || kind === "pending", kind);
    assert.equal(refundedAmount?.(charge.paymentId), order.amount);
  });
}
