import assert from "node:assert/strict";
import { test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { grant, randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { prepareSealed, reserveKeys, sealFor } from "#lib/testing/seal-at-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

for (const gateway of ["gateway_one", "gateway_two"] as const) {
  test(`a receipt that was sealed at the till opens, at ${gateway}`, async () => {
    const holder = await registerCardholder(api);
    const recipient = { recipientHashedPan: holder.hashedPan };
    const { body, reservation } = await prepareSealed(api, { gateway, recipient });
    const { paymentId, keyId, keyKind } = reservation;
    assert.deepEqual([keyId, keyKind], [holder.keyId, "cardholder"]);
    const created = await api.post(`/payments/${gateway}/create`, { body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.equal(created.body.data.paymentId, paymentId);
    assert.equal(created.body.data.veroMetadata.sealedAt, "till");

    const tokenId = await grant(api, holder);
    const envelope = await api.call("POST /api/v1/payments/envelope", {
      body: { paymentId, tokenId },
    });
    const opened = await openReceipt({
      sealed: envelope,
      paymentId,
      privateKey: await importPrivateKey(holder.privateKey),
    });
    assert.equal(opened.merchantName, "Corner Bakery");
    assert.equal(opened.sealedAt, "till");
  });
}

test("the receipt of an unknown card is sealed for the escrow, and delivered on registration", async () => {
  const recipient = { recipientHashedPan: randomHashedPan() };
  const reservations = await reserveKeys(api, recipient, { count: 2 });
  const [first = assert.fail(), second = assert.fail()] = reservations;
  assert.equal(first.keyKind, "escrow");
  const create = async (reservation: typeof first) => {
    const { body } = await sealFor(reservation, { recipient });
    const created = await api.post("/payments/gateway_one/create", { body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return created.body.data.veroMetadata.receiptStatus;
  };
  assert.equal(await create(first), "escrowed");
  const { userId } = await registerCardholder(api, recipient.recipientHashedPan);
  assert.equal(await create(second), "sealed");
  const { receipts } = (await api.get(`/receipts/${userId}`)).body.data;
  assert.deepEqual(
    receipts.map(({ paymentId }: { paymentId: string }) => paymentId),
    [second.paymentId, first.paymentId],
  );
});
