import assert from "node:assert/strict";
import { test } from "node:test";
import { createCall } from "./call.ts";

/** Answers with these statuses, one after another; 0 is none. */
function standWith(statuses: readonly number[]) {
  const left = [...statuses];
  return createCall({
    baseUrl: "https://receipts.example",
    fetch: async () => {
      const status = left.shift();
      if (!status) throw new TypeError("cut");
      const error = {
        code: status === 401 ? "unauthorized" : "rate_limit_exceeded",
        message: "No",
      };
      return Response.json({ error }, { status });
    },
  });
}

for (const [statuses, code] of [
  // The refund may have been made by the first attempt.
  [[0, 401], "no_answer"],
  [[0, 429, 429], "no_answer"],
  [[429, 401], "unauthorized"],
  [[401], "unauthorized"],
] as const) {
  test(`attempts that end with ${statuses.join(", ")} are ${code}`, async (t) => {
    const { setTimeout } = globalThis;
    // Only the time limit of an attempt is longer, and it is never reached.
    t.mock.method(globalThis, "setTimeout", (then: () => void, milliseconds: number, ...rest: []) =>
      setTimeout(then, milliseconds <= 2000 ? 0 : milliseconds, ...rest),
    );
    const call = standWith(statuses);
    const params = { gateway: "gateway_one", paymentId: "pay_1" };
    const route = "POST /api/v1/payments/{gateway}/{paymentId}/refunds";
    await assert.rejects(call(route, { params, body: {} }), { code });
  });
}
