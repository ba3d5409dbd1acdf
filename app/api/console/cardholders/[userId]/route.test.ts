import assert from "node:assert/strict";
import { test } from "node:test";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { createPair } from "#lib/testing/device-keys.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });

test("200: a cardholder, its key history, and its receipts by status", async () => {
  const hashedPan = randomHashedPan();
  const pay = async (fields = {}) =>
    await api.post("/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: hashedPan, ...fields }),
    });
  await pay();
  const holder = await registerCardholder(api, hashedPan);
  const next = await createPair("P-256");
  const { userId } = holder;
  await api.post("/keys/rotate", {
    body: { userId, keyId: next.keyId, publicKey: next.publicKey },
  });
  await pay();
  await pay({ paymentMethod: "pm_card_chargeDeclined" });

  const { status, body } = await call("GET", `/cardholders/${userId}`);
  assert.equal(status, 200, JSON.stringify(body));
  const { registeredAt, fingerprint, keys, ...rest } = body.data;
  assert.deepEqual(rest, {
    userId,
    keyId: next.keyId,
    receipts: 2,
    hasMoreReceipts: false,
    lastOpenedAt: null,
    deliveredReceipts: 1,
    receiptCounts: { pending: 0, requires_confirmation: 0, succeeded: 2, failed: 0, canceled: 0 },
  });
  const [current, first] = keys;
  assert.equal(keys.length, 2);
  assert.deepEqual(
    [current.keyId, current.publicKey, current.retiredAt, current.fingerprint],
    [next.keyId, next.publicKey, null, fingerprint],
  );
  assert.deepEqual([first.keyId, first.publicKey], [holder.keyId, holder.publicKey]);
  assert.deepEqual([current.kind, current.isCurrent], ["P-256", true]);
  assert.deepEqual([first.kind, first.isCurrent], ["RSA-2048", false]);
  assert.equal(first.createdAt, registeredAt);
  assert.equal(first.retiredAt, current.createdAt);
  assert.deepEqual(fingerprint, await fingerprintPublicKey(next.publicKey));
  assert.deepEqual(first.fingerprint, await fingerprintPublicKey(holder.publicKey));
  assert.notDeepEqual(first.fingerprint, fingerprint);
});

test("404 for another's cardholder, one of another environment, and one that was erased", async () => {
  const { userId } = await registerCardholder(api);
  const unknown = await call("GET", `/cardholders/usr_${"0".repeat(32)}`);
  assertError(unknown, { status: 404, code: "not_found" });
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const client of [stranger, staging]) {
    assertSameError(await client("GET", `/cardholders/${userId}`), unknown);
    assertSameError(await client("GET", `/cardholders/${userId}/grants`), unknown);
  }
  assert.equal((await call("GET", `/cardholders/${userId}`)).status, 200);
  await requestErasure(service, userId, api.key);
  assertSameError(await call("GET", `/cardholders/${userId}`), unknown);
  assertSameError(await call("GET", `/cardholders/${userId}/grants`), unknown);
});
