import assert from "node:assert/strict";
import { test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { grant, randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const unique = () => crypto.randomUUID();

for (const gateway of ["gateway_one", "gateway_two"] as const) {
  test(`a receipt that was sealed at the till opens, at ${gateway}`, async () => {
    const holder = await registerCardholder(api);
    const recipient = { recipientHashedPan: holder.hashedPan };
    const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
      params: { gateway },
      body: recipient,
    });
    const [reservation] = reservations;
    assert.ok(reservation);
    assert.equal(reservation.keyKind, "cardholder");
    const references = {
      receiptId: unique(),
      merchantId: "merchant-1",
      transactionId: unique(),
      transactionDate: "2026-11-28T10:00:00Z",
      currency: "usd",
      amount: 1250,
    };
    const receipt = { ...references, merchantName: "Corner Bakery" };
    const sealed = await sealReceipt(reservation, receipt);
    const created = await api.post(`/payments/${gateway}/create`, {
      body: { ...references, ...recipient, ...sealed },
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.equal(created.body.data.paymentId, reservation.paymentId);
    assert.equal(created.body.data.veroMetadata.sealedAt, "till");

    const { paymentId } = reservation;
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
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway: "gateway_one" },
    body: { ...recipient, count: 2 },
  });
  const [first, second] = reservations;
  assert.ok(first && second);
  assert.equal(first.keyKind, "escrow");
  for (const [at, reservation] of [first, second].entries()) {
    // The second arrives after the registration.
    if (at === 1) await registerCardholder(api, recipient.recipientHashedPan);
    const references = {
      receiptId: unique(),
      merchantId: "merchant-1",
      transactionId: unique(),
      transactionDate: "2026-11-28T10:00:00Z",
      currency: "usd",
      amount: 1250,
    };
    const sealed = await sealReceipt(reservation, { ...references, merchantName: "Corner Bakery" });
    const created = await api.post("/payments/gateway_one/create", {
      body: { ...references, ...recipient, ...sealed },
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const status = at === 0 ? "escrowed" : "sealed";
    assert.equal(created.body.data.veroMetadata.receiptStatus, status);
  }
});
