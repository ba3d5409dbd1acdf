import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";

const LIMIT = 4;

const shop = setUp(() =>
  startMerchant({ env: { RATE_LIMITS: JSON.stringify({ perAddress: LIMIT }) } }),
);

const notify = (id: string) =>
  shop.deliverStripe(
    JSON.stringify({ id, object: "event", type: "invoice.paid", data: { object: {} } }),
  );

test("notifications that are refused count for their address, and good ones do not", async () => {
  for (let count = 0; count <= LIMIT; count += 1) {
    assert.equal((await notify(`evt_${count}`)).status, 200);
  }
  const unknown = () => shop.deliver("gateway_one", "{}", {}, "gwc_unknown");
  const forged = () => shop.deliver("gateway_one", "{}", { "Stripe-Signature": "t=1,v1=00" });
  for (let count = 0; count < LIMIT / 2; count += 1) {
    assertError(await unknown(), { status: 404, code: "not_found" });
    assertError(await forged(), { status: 400, code: "invalid_signature" });
  }
  for (const refused of [await unknown(), await forged()]) {
    assertError(refused, { status: 429, code: "rate_limit_exceeded" });
    assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  }
  // A provider's few addresses send for all merchants: what one has set up wrong must not stop the others.
  assert.equal((await notify("evt_last")).status, 200);
});
