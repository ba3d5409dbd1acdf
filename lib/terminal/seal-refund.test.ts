import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ApiError, isUndecided } from "#lib/client/api-error.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { answerTill, failure } from "#lib/testing/answer-till.ts";
import {
  type Answer,
  grant,
  refundBody,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { callAsTill } from "#lib/testing/call-as-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { createTillOrder } from "#lib/testing/till-order.ts";
import { sealPayment } from "./seal-payment.ts";
import { sealRefund } from "./seal-refund.ts";

const service = setUpTestService();
const api = setUpApi(service);

const fetchOfNode = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchOfNode;
});

for (const gateway of ["gateway_one", "gateway_two"] as const) {
  test(`the credit note of a sale is sealed to who has its receipt: ${gateway}`, async () => {
    const holder = await registerCardholder(api);
    const recipient = { recipientHashedPan: holder.hashedPan };
    const asked = callAsTill(service, api);
    const order = createTillOrder({ gateway, recipient });
    const payment = await sealPayment(order, { onWait: () => undefined });
    assert.ok(payment.state === "sealed");
    const paid = await api.post(`/payments/${gateway}/create`, { body: payment.body });
    assert.equal(paid.status, 201);

    const { paymentId } = paid.body.data;
    const { merchantId } = order.body;
    const sale = { paymentId, gateway, merchantId, currency: "usd" };
    const reason = "The coffee was cold";
    const draft = { ...refundBody({ reason }), amount: 150 };
    const body = await sealRefund({ environment: "development", sale, body: draft });
    assert.deepEqual(JSON.parse(asked.at(-1) ?? ""), { refundOf: paymentId });
    for (const word of [reason, draft.merchantName]) {
      assert.ok(!JSON.stringify(body).includes(word), word);
    }
    const refunds = `/payments/${gateway}/${paymentId}/refunds`;
    const made = await api.post(refunds, { body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { refundId, amount, receiptStatus } = made.body.data;
    assert.deepEqual([amount, receiptStatus], [150, "sealed"]);
    const again: Answer = await api.post(refunds, { body });
    assert.deepEqual([again.status, again.body.data.refundId], [200, refundId]);

    const tokenId = await grant(api, holder, { paymentId: refundId });
    const sealed = await api.call("POST /api/v1/payments/envelope", {
      body: { paymentId: refundId, tokenId },
    });
    const { sealedTo, ...opened } = await openReceipt({
      sealed,
      paymentId: refundId,
      privateKey: await importPrivateKey(holder.privateKey),
    });
    const { refundReference: _reference, ...note } = draft;
    const facts = { kind: "refund", refundOf: paymentId, paymentId: refundId, sealedAt: "till" };
    assert.deepEqual(opened, { ...note, merchantId, currency: "usd", gateway, ...facts });
    assert.equal(typeof sealedTo, "string");
  });
}

for (const [what, status, code] of [
  ["does not answer", 503, "service_unavailable"],
  ["refuses", 409, "conflict"],
] as const) {
  test(`a service that ${what} leaves no refund open`, async () => {
    answerTill(...Array.from({ length: 3 }, () => failure(status, code)));
    const sale = {
      paymentId: "pay_1",
      gateway: "gateway_one",
      merchantId: "merchant-1",
      currency: "usd",
    } as const;
    const body = { ...refundBody(), amount: 1 };
    await assert.rejects(
      sealRefund({ environment: "development", sale, body }),
      (error) => error instanceof ApiError && error.code === code && !isUndecided(error),
    );
  });
}
