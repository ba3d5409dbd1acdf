import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { grant, setUpApi, type TestCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair, type TestPair } from "#lib/testing/device-keys.ts";
import { prepareSealed, type SealedAtTestTill } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const rsa = setUp(() => createPair("RSA-2048"));
const p256 = setUp(() => createPair("P-256"));
const tablet = setUp(() => createPair("P-256"));

const prepare = ({ hashedPan }: TestCardholder) =>
  prepareSealed(api, { recipient: { recipientHashedPan: hashedPan }, receipt: { note: "mine" } });

async function pay({ body }: SealedAtTestTill): Promise<string> {
  const created = await api.post("/payments/gateway_one/create", { body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.equal(created.body.data.veroMetadata.receiptStatus, "sealed");
  return created.body.data.paymentId;
}

/** With the pair of the device, there and by the service. */
async function openBothWays(paymentId: string, { userId }: TestCardholder, pair: TestPair) {
  const { keyId, privateKey } = pair;
  const tokenId = await grant(api, { userId, keyId }, { paymentId });
  const sealed = await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
  assert.equal(sealed.header.kid, keyId);
  const key = await importPrivateKey(privateKey);
  const onDevice = await openReceipt({ sealed, paymentId, privateKey: key });

  const again = await grant(api, { userId, keyId });
  const opened = await api.post("/payments/decrypt", {
    body: { paymentId, tokenId: again, privateKey },
  });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  assert.deepEqual([onDevice.note, opened.body.data.note], ["mine", "mine"]);
}

async function rotate({ userId }: TestCardholder, next: TestPair, previousKeyId: string) {
  const { keyId, publicKey } = next;
  const body = { userId, keyId, publicKey, previousKeyId };
  assert.equal((await api.post("/keys/rotate", { body })).status, 200);
}

describe("a receipt that was sealed at the till opens", () => {
  for (const [kind, pair] of [
    ["RSA-2048", rsa],
    ["P-256", p256],
  ] as const) {
    test(`with a key of ${kind}`, async () => {
      const holder = await registerPair(api, pair);
      await openBothWays(await pay(await prepare(holder)), holder, pair);
    });
  }

  test("on each of several devices", async () => {
    const holder = await registerPair(api, rsa);
    for (const pair of [p256, tablet]) await addPair(api, holder, pair);
    const paymentId = await pay(await prepare(holder));
    for (const pair of [rsa, p256, tablet]) await openBothWays(paymentId, holder, pair);
  });

  test("with the pair of before, where the key was replaced since the reservation", async () => {
    const holder = await registerPair(api, rsa);
    await addPair(api, holder, p256);
    const sealed = await prepare(holder);
    const next = await createPair("P-256");
    await rotate(holder, next, rsa.keyId);
    const paymentId = await pay(sealed);
    for (const pair of [rsa, p256]) await openBothWays(paymentId, holder, pair);

    await openBothWays(await pay(await prepare(holder)), holder, next);
  });

  test("not on a device that was retired since the reservation", async () => {
    const holder = await registerPair(api, rsa);
    for (const pair of [p256, tablet]) await addPair(api, holder, pair);
    const { userId } = holder;
    const { keyId } = p256;
    const sealed = await prepare(holder);
    assert.equal((await api.send("DELETE", `/users/${userId}/keys/${keyId}`)).status, 200);

    for (const paymentId of [await pay(sealed), await pay(await prepare(holder))]) {
      for (const pair of [rsa, tablet]) await openBothWays(paymentId, holder, pair);
      const body = { userId, keyId, paymentId };
      const refused = await api.post("/keys/grant-access", { body });
      assertError(refused, { status: 404, code: "not_found" });
    }
  });
});
