import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ErrorCode } from "#lib/core/errors.ts";
import { gateways } from "#lib/core/vocabulary.ts";
import { type KeyedClient, paymentBody, refundBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const shops: Record<string, KeyedClient> = {
  development: setUpApi(service),
  staging: setUpApi(service, { environment: "staging" }),
};
const production = setUpApi(service, { environment: "production" });

type Refusal = { status: number; code: ErrorCode; details?: RegExp };
const declined: Refusal = { status: 402, code: "payment_declined", details: /card_declined/ };
const unavailable: Refusal = { status: 503, code: "service_unavailable", details: /pay_/ };
const refusals: [paymentMethod: string, Refusal][] = [
  ["pm_card_chargeDeclined", declined],
  ["sandbox_error", unavailable],
  ["sandbox_timeout", unavailable],
];

for (const [environment, api] of Object.entries(shops)) {
  for (const gateway of gateways) {
    const path = `/payments/${gateway}`;
    const create = (fields: Record<string, unknown>) =>
      api.post(`${path}/create`, { body: paymentBody(fields) });

    describe(`the sandbox of ${gateway} in ${environment}`, () => {
      for (const [paymentMethod, refusal] of refusals) {
        test(`${paymentMethod}: ${refusal.status}`, async () => {
          const call = () => create({ paymentMethod });
          const isSlow = paymentMethod === "sandbox_timeout";
          const answer = await (isSlow ? withImpatience(call) : call());
          assertError(answer, refusal);
          assert.equal(answer.headers.has("retry-after"), refusal.status === 503);
        });
      }

      test("sandbox_requires_confirmation: waits, and is decided either way", async () => {
        for (const outcome of ["succeeded", "failed"]) {
          const { body } = await create({ paymentMethod: "sandbox_requires_confirmation" });
          const { paymentId, veroMetadata } = body.data;
          assert.equal(veroMetadata.paymentStatus, "requires_confirmation");
          const decided = await api.post(`${path}/${paymentId}/sandbox-confirm`, {
            body: { outcome },
          });
          assert.deepEqual([decided.status, decided.body.data.status], [200, outcome]);
        }
      });

      test("sandbox_refund_failed: the refund fails at the provider", async () => {
        const { body } = await create({ paymentMethod: "pm_card_visa" });
        const answer = await api.post(`${path}/${body.data.paymentId}/refunds`, {
          body: refundBody({ refundReference: "sandbox_refund_failed_1" }),
        });
        assert.deepEqual([answer.status, answer.body.data.refundStatus], [201, "failed"]);
      });
    });
  }
}

test("production has no sandbox: 400, and nothing is begun", async () => {
  const answer = await production.post("/payments/gateway_one/create", { body: paymentBody() });
  assertError(answer, { status: 400, code: "invalid_request", details: /^gateway: .*sandbox/ });
  assert.deepEqual((await production.call("GET /api/v1/payments")).payments, []);
});
