import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { Consent } from "#lib/wallet/observation.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { createQuestion } from "./consent-question.ts";

const byPin: Consent = { method: "pin", pin: "481597" };
const byPasskey: Consent = { method: "passkey" };
const wrongPin = new WalletError("wrong_pin");

type Try = ReturnType<typeof Promise.withResolvers<string>>;

let tries: Try[];
let closed: number;
let asked: ReturnType<typeof createQuestion<string>>;

beforeEach(() => {
  tries = [];
  closed = 0;
  const work = () => {
    const one = Promise.withResolvers<string>();
    tries.push(one);
    return one.promise;
  };
  asked = createQuestion({ title: "Open?", why: "" }, { work, close: () => closed++ });
});

describe("a question for consent", () => {
  test("stays open after a wrong PIN, and has the result of the next try", async () => {
    const wrong = asked.question.work(byPin);
    tries[0]?.reject(wrongPin);
    await assert.rejects(wrong, wrongPin);
    assert.equal(closed, 0);
    const right = asked.question.work(byPin);
    tries[1]?.resolve("receipt");
    await right;
    assert.equal(await asked.outcome, "receipt");
    assert.equal(closed, 1);
  });

  test("is declined where it is left before a try", async () => {
    asked.question.leave();
    await assert.rejects(asked.outcome, { reason: "consent_declined" });
    assert.equal(closed, 1);
  });

  test("has the result of the try that was running when it was left", async () => {
    const one = asked.question.work(byPin);
    asked.question.leave();
    tries[0]?.resolve("receipt");
    await one;
    assert.equal(await asked.outcome, "receipt");
  });

  test("has the failure of the last try that was running when it was left", async () => {
    const first = asked.question.work(byPasskey);
    const second = asked.question.work(byPin);
    asked.question.leave();
    tries[0]?.reject(new WalletError("consent_declined"));
    await assert.rejects(first);
    tries[1]?.reject(wrongPin);
    await assert.rejects(second);
    await assert.rejects(asked.outcome, wrongPin);
  });

  test("fails as it was ended", async () => {
    asked.question.end(wrongPin);
    await assert.rejects(asked.outcome, wrongPin);
    assert.equal(closed, 1);
  });
});
