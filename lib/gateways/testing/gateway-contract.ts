import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Charge, ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { type ContractSubject, contractCharge } from "./contract-subject.ts";
import { inFlightContract } from "./in-flight-contract.ts";
import { patientSignal } from "./patient-signal.ts";
import { settlementContract } from "./settlement-contract.ts";

/** The tests that every gateway passes. */
export function gatewayContract(name: string, make: () => Promise<ContractSubject>): void {
  describe(`gateway contract: ${name}`, () => {
    let subject: ContractSubject;
    const outcomes: unknown[] = [];
    before(async () => {
      subject = await make();
    });
    after(() => subject[Symbol.asyncDispose]());

    const ask = async (gateway: Gateway, charge: Charge, signal = patientSignal()) => {
      const outcome = await gateway.charge(charge, signal);
      outcomes.push(outcome);
      return outcome;
    };
    const assertCharged = (charge: Charge, times: number) => {
      if (subject.countCharges) assert.equal(subject.countCharges(charge.paymentId), times);
    };

    test("a charge succeeds, and a repetition has the same result and charges nothing", async () => {
      const charge = contractCharge(subject.fields.succeeded);
      const first = await ask(subject.gateway, charge);
      assertCreated(first, "succeeded");
      assert.deepEqual(await ask(subject.gateway, { ...charge, attempt: 2 }), first);
      assert.deepEqual(await ask(subject.gateway, { ...charge, attempt: 1 }), first);
      assertCharged(charge, 1);

      const other = await ask(subject.gateway, contractCharge(subject.fields.succeeded));
      assertCreated(other, "succeeded");
      assert.notEqual(other.orderId, first.orderId);
      assert.notEqual(other.clientSecret, first.clientSecret);
    });

    test("a charge may wait for the customer", async (context) => {
      const { requiresConfirmation } = subject.fields;
      if (!requiresConfirmation) return context.skip("not with this provider");

      const charge = contractCharge(requiresConfirmation);
      const first = await ask(subject.gateway, charge);
      assertCreated(first, "requires_confirmation");
      assert.deepEqual(await ask(subject.gateway, { ...charge, attempt: 2 }), first);
      assertCharged(charge, 0);
    });

    test("a declined card is declined with its reason, each time", async () => {
      const charge = contractCharge(subject.fields.declined);
      const declined = { kind: "declined", reason: subject.declineReason };
      assert.deepEqual(await ask(subject.gateway, charge), declined);
      assert.deepEqual(await ask(subject.gateway, { ...charge, attempt: 2 }), declined);
      assertCharged(charge, 0);
    });

    test("a malformed request is invalid and says which field", async () => {
      const charge = contractCharge(subject.fields.invalid);
      const outcome = await ask(subject.gateway, charge);
      assert.equal(outcome.kind, "invalid");
      assert.match("reason" in outcome ? outcome.reason : "", /\w/);
      assertCharged(charge, 0);
    });

    test("after no answer nothing is known, and a repetition finds out without a second charge", async () => {
      for (const { name: failure, arrange, fields, reason, recovers } of subject.failures) {
        const charge = contractCharge({ ...subject.fields.succeeded, ...fields });
        arrange?.();
        const signal = reason === "timeout" ? AbortSignal.timeout(300) : patientSignal();
        const first = await ask(subject.gateway, charge, signal);
        assert.deepEqual(first, { kind: "unknown", reason }, failure);

        const second = await ask(subject.gateway, { ...charge, attempt: 2 });
        assert.equal(second.kind, recovers ? "succeeded" : "unknown", failure);
        assert.deepEqual(await ask(subject.gateway, { ...charge, attempt: 3 }), second, failure);
        assertCharged(charge, recovers ? 1 : 0);
      }
    });

    test("a repetition that no longer knows card and items finds the charge", async () => {
      const charge = contractCharge(subject.fields.succeeded);
      const first = await ask(subject.gateway, charge);
      const bare = { attempt: 2, items: [], paymentMethod: undefined, cardNonce: undefined };
      assert.deepEqual(await ask(subject.gateway, { ...charge, ...bare }), first);
      assertCharged(charge, 1);
    });

    test("calls at the same time make one charge", async () => {
      const charge = contractCharge(subject.fields.succeeded);
      const calls = Array.from({ length: 8 }, (_, index) =>
        ask(subject.gateway, { ...charge, attempt: 1 + (index % 2) }),
      );
      const answers = (await Promise.all(calls)).filter(({ kind }) => kind !== "unknown");
      assert.ok(answers.length > 0);
      for (const outcome of answers) assert.deepEqual(outcome, answers[0]);
      assertCharged(charge, 1);
    });

    test("a deadline that has passed already ends the call at once", async () => {
      const silence = subject.failures.find(({ reason }) => reason === "timeout");
      const charge = contractCharge({ ...subject.fields.succeeded, ...silence?.fields });
      const outcome = await subject.gateway.charge(charge, AbortSignal.abort());
      assert.deepEqual(outcome, { kind: "unknown", reason: "timeout" });
      assertCharged(charge, 0);
    });

    test("the check tells good credentials, bad ones and silence apart", async () => {
      const check = async (gateway: Gateway) => {
        const outcome = await gateway.check(patientSignal());
        outcomes.push(outcome);
        return outcome;
      };
      const { account, currency, merchantCategoryCode } = subject;
      const known = { kind: "ok", account, currency, merchantCategoryCode };
      assert.deepEqual(await check(subject.gateway), known);
      if (subject.withWrongCredentials) {
        assert.equal((await check(subject.withWrongCredentials)).kind, "refused");
      }
      if (subject.withoutProvider) {
        assert.deepEqual(await check(subject.withoutProvider), { kind: "unknown" });
      }
    });

    test("wrong credentials are invalid, unless an earlier attempt may have charged", async (context) => {
      const { withWrongCredentials: gateway } = subject;
      if (!gateway) return context.skip("has no credentials");

      const charge = contractCharge(subject.fields.succeeded);
      assert.equal((await ask(gateway, charge)).kind, "invalid");
      assert.equal((await ask(gateway, { ...charge, attempt: 2 })).kind, "unknown");
    });

    settlementContract(() => subject, outcomes);
    inFlightContract(() => subject);

    test("no outcome has a secret in it", () => {
      const text = JSON.stringify(outcomes);
      assert.ok(outcomes.length > 20);
      for (const secret of subject.secrets) assert.ok(!text.includes(secret));
    });
  });
}

type CreatedOutcome = Extract<ChargeOutcome, { orderId: string }>;

function assertCreated(
  outcome: ChargeOutcome,
  kind: CreatedOutcome["kind"],
): asserts outcome is CreatedOutcome {
  assert.equal(outcome.kind, kind, JSON.stringify(outcome));
  assert.ok("orderId" in outcome && outcome.orderId.length > 0 && outcome.clientSecret.length > 0);
  assert.deepEqual([outcome.amount, outcome.currency], [1250, "usd"]);
}
