import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { CALLERS_AT_FULL_RATE, tiers } from "#lib/core/tiers.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { signStripe, startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";

const LIMIT = 4;
const WRITES = 1;

const limits = {
  perAddress: LIMIT,
  tiers: Object.fromEntries(tiers.map((tier) => [tier, { writes: WRITES }])),
};
const shop = setUp(() =>
  startMerchant({ env: { RATE_LIMITS: JSON.stringify(limits), TRUSTED_PROXIES: "1" } }),
);

type Shop = Awaited<ReturnType<typeof startMerchant>>;
const startOther = () => startMerchant({ service: shop.service });

let count = 0;
const notify = (address: string, to: Shop = shop, connectionId = to.connections.gateway_one) => {
  count += 1;
  const body = JSON.stringify({ id: `evt_${count}`, type: "invoice.paid", data: { object: {} } });
  const headers = { "Stripe-Signature": signStripe(body), "X-Forwarded-For": address };
  return to.deliver("gateway_one", body, headers, connectionId);
};
const forge = (address: string, connectionId = shop.connections.gateway_one) => {
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;
  const headers = { "Stripe-Signature": signature, "X-Forwarded-For": address };
  return shop.deliver("gateway_one", "{}", headers, connectionId);
};

const assertHeld = (answer: Awaited<ReturnType<typeof notify>>) => {
  assertError(answer, { status: 429, code: "rate_limit_exceeded" });
  assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
};

test("what is refused counts for its address and connection, and what is good does not", async () => {
  const address = "192.0.2.1";
  const other = await startOther();
  for (let good = 0; good <= LIMIT; good += 1) {
    assert.equal((await notify(address)).status, 200);
  }
  for (let bad = 0; bad < LIMIT; bad += 1) {
    assertError(await forge(address), { status: 400, code: "invalid_signature" });
  }
  assertHeld(await forge(address));
  // From here on nothing of that connection is looked up or verified for the address.
  assertHeld(await notify(address));
  assert.equal((await notify("192.0.2.2")).status, 200);
  // A provider's few addresses send for all merchants: what one has set up wrong must not stop the others.
  assert.equal((await notify(address, other)).status, 200);
});

test("connections that there are not count together for their address", async () => {
  const address = "192.0.2.3";
  const other = await startOther();
  for (let missing = 0; missing < LIMIT; missing += 1) {
    const refused = await forge(address, createId("connection"));
    assertError(refused, { status: 404, code: "not_found" });
  }
  assertHeld(await forge(address, createId("connection")));
  // Not looked up any more, so that nobody knows that there is one, unless it was found before.
  assertHeld(await notify(address, other));
  assert.equal((await notify(address)).status, 200);
  assert.equal((await notify("192.0.2.4", other)).status, 200);
});

test("a connection that is not there is not looked up again for a moment", async () => {
  const other = await startOther();
  const { gateway_one: id } = other.connections;
  const rename = (from: string, to: string) =>
    pool().query("UPDATE gateway_connection SET id = $2 WHERE id = $1", [from, to]);
  const hidden = createId("connection");
  await rename(id, hidden);
  assertError(await notify("192.0.2.5", other), { status: 404, code: "not_found" });
  await rename(hidden, id);
  assertError(await notify("192.0.2.5", other), { status: 404, code: "not_found" });
});

test("a connection has a limit of its own", async () => {
  const [busy, calm] = [await startOther(), await startOther()];
  const address = "192.0.2.6";
  for (let one = 0; one < WRITES * CALLERS_AT_FULL_RATE; one += 1) {
    assert.equal((await notify(address, busy)).status, 200);
  }
  for (let more = 0; more <= LIMIT; more += 1) assertHeld(await notify(address, busy));
  assert.equal((await notify(address, calm)).status, 200);
});

test("what cannot be signed is refused, whatever it is for", async () => {
  for (const header of ["", "t=1,v1=00", `t=1,v1=${"0".repeat(64)}`]) {
    const headers = { "Stripe-Signature": header, "X-Forwarded-For": "192.0.2.7" };
    const refused = await shop.deliver("gateway_one", "{}", headers, createId("connection"));
    assertError(refused, { status: 400, code: "invalid_signature", details: /signature/ });
  }
});
