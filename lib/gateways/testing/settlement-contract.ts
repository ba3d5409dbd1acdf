import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  CancelOutcome,
  Charge,
  ChargeOutcome,
  FindOutcome,
  RefundOrder,
  RefundOutcome,
  SentCharge,
} from "#lib/gateways/gateway.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";
import {
  type ContractSubject,
  contractCharge,
  contractRefund,
  longAgo,
  sentCharge,
} from "./contract-subject.ts";
import { patientSignal } from "./patient-signal.ts";

/** The part of the contract about what comes after a charge: look-up, cancellation, and refunds. */
export function settlementContract(getSubject: () => ContractSubject, outcomes: unknown[]): void {
  const noted = <Outcome>(outcome: Outcome) => {
    outcomes.push(outcome);
    return outcome;
  };
  const signal = patientSignal;
  const pay = async (charge: Charge): Promise<ChargeOutcome> =>
    noted(await getSubject().gateway.charge(charge, signal()));
  const find = async (sent: SentCharge): Promise<FindOutcome> =>
    noted(await getSubject().gateway.find(sent, signal()));
  const cancel = async (sent: SentCharge): Promise<CancelOutcome> =>
    noted(await getSubject().gateway.cancel(sent, signal()));
  const refund = async (order: RefundOrder): Promise<RefundOutcome> =>
    noted(await getSubject().gateway.refund(order, signal()));

  const succeeding = () => contractCharge(getSubject().fields.succeeded);
  const assertCharged = ({ paymentId }: Charge, times: number) => {
    const count = getSubject().countCharges?.(paymentId);
    if (count !== undefined) assert.equal(count, times);
  };
  const payFor = async (charge: Charge) => {
    const outcome = await pay(charge);
    assert.ok(outcome.kind === "succeeded", JSON.stringify(outcome));
    return outcome;
  };
  /** A charge whose answer is lost although it was made. */
  const payUnanswered = async () => {
    const lost = getSubject().failures.find(
      ({ recovers, reason }) => recovers && reason === "timeout",
    );
    const charge = contractCharge({ ...getSubject().fields.succeeded, ...lost?.fields });
    lost?.arrange?.();
    const outcome = await getSubject().gateway.charge(charge, AbortSignal.timeout(200));
    assert.deepEqual(outcome, { kind: "unknown", reason: "timeout" });
    return charge;
  };

  test("a charge is found by the provider's name for it", async () => {
    const charge = succeeding();
    const { orderId, providerReference, ...outcome } = await payFor(charge);
    const known = { ...sentCharge(charge), orderId, providerReference };
    assert.deepEqual(await find(known), { ...outcome, orderId, providerReference });
  });

  test("a charge whose answer was lost is found, however often it is looked for", async () => {
    const charge = await payUnanswered();
    const found = await find(sentCharge(charge));
    assert.equal(found.kind, "succeeded");
    assert.deepEqual(await find(sentCharge(charge, longAgo())), found);
    assertCharged(charge, 1);
    assert.deepEqual(await pay({ ...charge, attempt: 2 }), found);
    assertCharged(charge, 1);
  });

  test("what never reached the provider is absent, and looking for it charges nothing", async () => {
    const charge = succeeding();
    assert.deepEqual(await find(sentCharge(charge, longAgo())), { kind: "absent" });
    assertCharged(charge, 0);
  });

  test("nothing is found with wrong credentials or without a provider", async () => {
    const { withWrongCredentials, withoutProvider } = getSubject();
    for (const gateway of [withWrongCredentials, withoutProvider]) {
      const sent = sentCharge(succeeding(), longAgo());
      const named = { ...sent, providerReference: "unreachable" };
      for (const outcome of [
        await gateway?.find(sent, signal()),
        await gateway?.find(named, signal()),
        await gateway?.cancel(sent, signal()),
        await gateway?.cancel(named, signal()),
      ]) {
        assert.equal(outcome?.kind ?? "unknown", "unknown");
      }
      assert.equal(await gateway?.listRefunds(named, signal()), undefined);
      const disputed = { ...named, disputeId: "dp_1" };
      assert.equal(await gateway?.listDisputes(disputed, signal()), undefined);
      assert.equal(await gateway?.listAccountDisputes(new Date(0), signal()), undefined);
      const name = await gateway?.findPaymentId("unreachable", signal());
      assert.equal(name?.kind ?? "unknown", "unknown");
    }
  });

  test("what was canceled before it was sent is never charged", async () => {
    const charge = succeeding();
    assert.deepEqual(await cancel(sentCharge(charge)), { kind: "canceled" });
    assert.deepEqual(await cancel(sentCharge(charge)), { kind: "canceled" });
    const late = await pay({ ...charge, attempt: 2 });
    assert.notEqual(late.kind, "succeeded");
    assert.notEqual(late.kind, "requires_confirmation");
    assertCharged(charge, 0);
    assert.deepEqual(await cancel(sentCharge(charge, longAgo())), { kind: "canceled" });
  });

  test("a payment that waits for its customer is canceled", async (context) => {
    const { requiresConfirmation } = getSubject().fields;
    if (!requiresConfirmation) return context.skip("not with this provider");

    const charge = contractCharge(requiresConfirmation);
    const outcome = await pay(charge);
    assert.ok(outcome.kind === "requires_confirmation");
    const { orderId, providerReference } = outcome;
    const known = { ...sentCharge(charge), orderId, providerReference };
    assert.equal((await find(known)).kind, "requires_confirmation");
    assert.deepEqual(await cancel(known), { kind: "canceled" });
    assert.deepEqual(await cancel(known), { kind: "canceled" });
    assertCharged(charge, 0);
  });

  test("a payment that was taken cannot be canceled, known or not", async () => {
    const charge = succeeding();
    const outcome = await payFor(charge);
    const { orderId, providerReference } = outcome;
    const known = { ...sentCharge(charge), orderId, providerReference };
    // Such an answer may tell less of the charge.
    assert.deepEqual(withoutMatch(await cancel(known)), withoutMatch(outcome));

    const unanswered = await payUnanswered();
    assert.equal((await cancel(sentCharge(unanswered))).kind, "succeeded");
    assertCharged(unanswered, 1);
  });

  test("each answer tells for the bank's ledger what the provider has, and nothing of what is not paid", async () => {
    const { tells, fields } = getSubject();
    const charge = succeeding();
    const { orderId, providerReference, match } = await payFor(charge);
    assertMatch(match, tells.charge);
    const found = await find({ ...sentCharge(charge), orderId, providerReference });
    assert.deepEqual("match" in found ? found.match : undefined, match);
    const unanswered = await find(sentCharge(await payUnanswered()));
    assertMatch("match" in unanswered ? unanswered.match : undefined, tells.charge);
    const made = await refund(contractRefund(charge, providerReference));
    assertMatch("match" in made ? made.match : undefined, tells.refund);

    const waiting =
      fields.requiresConfirmation && (await pay(contractCharge(fields.requiresConfirmation)));
    assert.ok(!waiting || !("match" in waiting));
  });

  test("what the provider has a payment over is in each answer about it", async (context) => {
    const { setMoney } = getSubject();
    if (!setMoney) return context.skip("has no books");
    const charge = succeeding();
    const { orderId, providerReference } = await payFor(charge);
    const known = { ...sentCharge(charge), orderId, providerReference };
    setMoney(charge.paymentId, { amount: 50, currency: "eur" });
    for (const outcome of [await find(known), await cancel(known)]) {
      assert.ok(outcome.kind === "succeeded");
      assert.deepEqual([outcome.amount, outcome.currency], [50, "eur"]);
    }
  });

  test("a payment of the provider names ours, and its disputes are listed", async (context) => {
    const { gateway, openDispute } = getSubject();
    if (!openDispute) return context.skip("does not say");
    const [charge, other] = [succeeding(), succeeding()];
    const { orderId, providerReference } = await payFor(charge);
    const { providerReference: otherReference } = await payFor(other);
    const named = noted(await gateway.findPaymentId(providerReference, signal()));
    assert.deepEqual(named, { kind: "named", paymentId: charge.paymentId });
    const absent = noted(await gateway.findPaymentId("pi_absent", signal()));
    assert.deepEqual(absent, { kind: "named", paymentId: null });

    const list = async (disputeId: string) =>
      noted(
        await gateway.listDisputes(
          { ...sentCharge(charge), orderId, providerReference, disputeId },
          signal(),
        ),
      );
    assert.deepEqual(await list("dp_1"), []);
    openDispute(other.paymentId, "dp_other");
    assert.deepEqual(await list("dp_other"), [], "of another payment");
    openDispute(charge.paymentId, "dp_1");
    const [dispute] = (await list("dp_1")) ?? [];
    assert.deepEqual([dispute?.disputeId, dispute?.status], ["dp_1", "open"]);
    assert.match(dispute?.reason ?? "", /^[a-z_]+$/);

    const all = noted(
      (await gateway.listAccountDisputes(new Date(Date.now() - 60_000), signal())) ?? [],
    );
    assert.deepEqual(
      new Map(all.map(({ disputeId, ...found }) => [disputeId, found.providerReference])),
      new Map([
        ["dp_other", otherReference],
        ["dp_1", providerReference],
      ]),
    );
    assert.deepEqual(
      all.find(({ disputeId }) => disputeId === "dp_1"),
      {
        ...dispute,
        providerReference,
      },
    );
  });

  test("a charge that was declined is canceled", async () => {
    const charge = contractCharge(getSubject().fields.declined);
    await pay(charge);
    assert.deepEqual(await cancel(sentCharge(charge)), { kind: "canceled" });
  });

  test("a refund is made once, and a repetition gets it", async () => {
    const { refundedAmount, completeRefund } = getSubject();
    const charge = succeeding();
    const { providerReference } = await payFor(charge);
    const order = contractRefund(charge, providerReference);
    const first = await refund(order);
    assert.ok(first.kind === "succeeded" || first.kind === "pending", JSON.stringify(first));
    assert.deepEqual(await refund({ ...order, attempt: 2 }), first);
    assert.deepEqual(await refund({ ...order, attempt: 1 }), first);
    if (refundedAmount) assert.equal(refundedAmount(charge.paymentId), 400);

    completeRefund?.(order.refundId);
    const done = await refund({ ...order, attempt: 3 });
    assert.deepEqual(done, { ...first, kind: "succeeded" });

    const second = await refund(contractRefund(charge, providerReference, { amount: 850 }));
    assert.ok(second.kind === "succeeded" || second.kind === "pending");
    if (refundedAmount) assert.equal(refundedAmount(charge.paymentId), 1250);
  });

  test("a refund that is refused fails, and says why", async (context) => {
    const { failingRefund } = getSubject();
    if (!failingRefund) return context.skip("asks for none");
    const charge = succeeding();
    const { providerReference } = await payFor(charge);
    const order = contractRefund(charge, providerReference, failingRefund);
    const outcome = await refund(order);
    assert.equal(outcome.kind, "failed");
    assert.match("reason" in outcome ? outcome.reason : "", /^[\w: .]+$/);
  });

  test("all refunds of a payment are listed, also those made elsewhere", async (context) => {
    const { gateway, listsRefunds, completeRefund } = getSubject();
    const charge = succeeding();
    const { orderId, providerReference } = await payFor(charge);
    const known = { ...sentCharge(charge), orderId, providerReference };
    if (!listsRefunds) {
      assert.equal(await gateway.listRefunds(known, signal()), undefined);
      return context.skip("does not say");
    }

    assert.deepEqual(await gateway.listRefunds(known, signal()), []);
    const orders = [100, 200, 300].map((amount) =>
      contractRefund(charge, providerReference, { amount }),
    );
    for (const order of orders) {
      await refund(order);
      completeRefund?.(order.refundId);
    }
    const listed = (await gateway.listRefunds(known, signal())) ?? [];
    const short = listed.map(({ refundId, amount, status }) => ({ refundId, amount, status }));
    assert.deepEqual(
      short.toSorted((one, other) => one.amount - other.amount),
      orders.map(({ refundId, amount }) => ({ refundId, amount, status: "succeeded" })),
    );
  });
}

function assertMatch(match: ProviderMatch | undefined, expected: readonly string[]): void {
  const told = Object.entries(match ?? {}).flatMap(([field, value]) =>
    value === null ? [] : field,
  );
  assert.deepEqual(told.toSorted(), expected.toSorted());
}

function withoutMatch(outcome: CancelOutcome): object {
  const { match: _match, ...rest } = { match: undefined, ...outcome };
  return rest;
}
