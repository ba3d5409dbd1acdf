import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import {
  type Answer,
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair } from "#lib/testing/device-keys.ts";
import { addIdentifier, endIdentifier } from "#lib/testing/identifiers.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const create = (body: object) => api.post("/payments/gateway_one/create", { body });

const getEnvelope = async (holder: TestCardholder, paymentId: string) =>
  await api.post("/payments/envelope", {
    body: { paymentId, tokenId: await grant(api, holder) },
  });

async function assertOpens(holder: TestCardholder, paymentId: string): Promise<void> {
  const { status, body } = await getEnvelope(holder, paymentId);
  assert.equal(status, 200, JSON.stringify(body));
  const privateKey = await importPrivateKey(holder.privateKey);
  const opened = await openReceipt({ sealed: body.data, paymentId, privateKey });
  assert.equal(opened.merchantName, "Corner Bakery");
}

function readCreated({ status, body }: Answer) {
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

function assertChanged(answer: Answer): void {
  const details = /^reservation: is not for .* call prepare for a new one, and seal/;
  assertError(answer, { status: 400, code: "invalid_request", details });
}

async function listKeyIds({ userId }: TestCardholder): Promise<string[]> {
  return (await api.get(`/receipts/${userId}`)).body.data.receipts[0].keyIds;
}

async function retire(
  { userId }: TestCardholder,
  { keyId }: Pick<TestCardholder, "keyId">,
): Promise<void> {
  await api.call("DELETE /api/v1/users/{userId}/keys/{keyId}", { params: { userId, keyId } });
}

const toHolder = ({ hashedPan }: TestCardholder) => ({ recipientHashedPan: hashedPan });

describe("between prepare and create", () => {
  test("the cardholder gets another key: it is delivered under the one that it was sealed to", async () => {
    const before = await registerCardholder(api);
    const { body } = await prepareSealed(api, { recipient: toHolder(before) });
    const { keyId, publicKey } = await createPair("P-256");
    const rotation = { userId: before.userId, keyId, publicKey };
    await api.call("POST /api/v1/keys/rotate", { body: rotation });

    const { paymentId, veroMetadata } = readCreated(await create(body));
    const { algorithm, receiptStatus } = veroMetadata;
    assert.deepEqual(
      [veroMetadata.keyId, algorithm, receiptStatus],
      [before.keyId, "RSA-OAEP-256", "sealed"],
    );
    await assertOpens(before, paymentId);
    const { receipts } = (await api.get(`/receipts/${before.userId}`)).body.data;
    assert.deepEqual(receipts[0].keyIds, [before.keyId]);
  });

  test("a device is added: it does not get what was sealed before it", async () => {
    const holder = await registerCardholder(api);
    const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
    const added = await createPair("P-256");
    await addPair(api, holder, added);

    const { paymentId } = readCreated(await create(body));
    await assertOpens(holder, paymentId);
    const asAdded = await getEnvelope({ ...holder, ...added }, paymentId);
    assert.notEqual(asAdded.status, 200);
    const after = await prepareSealed(api, { recipient: toHolder(holder) });
    const next = readCreated(await create(after.body));
    await assertOpens({ ...holder, ...added }, next.paymentId);
  });

  describe("a device is retired: the others get the receipt, and it does not", () => {
    test("the added one", async () => {
      const holder = await registerCardholder(api);
      const [kept, lost] = [await createPair("P-256"), await createPair("P-256")];
      for (const device of [kept, lost]) await addPair(api, holder, device);
      const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
      assert.equal(body.otherRecipients?.length, 2);
      await retire(holder, lost);

      const { paymentId, veroMetadata } = readCreated(await create(body));
      assert.equal(veroMetadata.keyId, holder.keyId);
      for (const device of [holder, kept]) await assertOpens({ ...holder, ...device }, paymentId);
      assert.deepEqual(await listKeyIds(holder), [holder.keyId, kept.keyId]);
      const after = await prepareSealed(api, { recipient: toHolder(holder) });
      assert.equal(after.body.otherRecipients?.length, 1);
    });

    test("the first one, whose place the next takes", async () => {
      const holder = await registerCardholder(api);
      const [kept, newest] = [await createPair("P-256"), await createPair("RSA-2048")];
      for (const device of [kept, newest]) await addPair(api, holder, device);
      const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
      await retire(holder, holder);

      const { paymentId, veroMetadata } = readCreated(await create(body));
      const { keyId, algorithm } = veroMetadata;
      assert.deepEqual([keyId, algorithm], [kept.keyId, "ECDH-ES+A256KW"]);
      for (const device of [kept, newest]) await assertOpens({ ...holder, ...device }, paymentId);
      assert.deepEqual(await listKeyIds(holder), [kept.keyId, newest.keyId]);
    });
  });

  test("none of its keys is current any more: the wallet still has the replaced one", async () => {
    const holder = await registerCardholder(api);
    const lost = await createPair("P-256");
    await addPair(api, holder, lost);
    const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
    const { keyId, publicKey } = await createPair("P-256");
    const rotation = { userId: holder.userId, keyId, publicKey };
    await api.call("POST /api/v1/keys/rotate", { body: rotation });
    await retire(holder, lost);

    const { paymentId } = readCreated(await create(body));
    await assertOpens(holder, paymentId);
  });

  test("one of several keys is replaced: its device opens the receipt with the old one", async () => {
    const holder = await registerCardholder(api);
    const other = await createPair("P-256");
    await addPair(api, holder, other);
    const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
    const { keyId, publicKey } = await createPair("P-256");
    await api.call("POST /api/v1/keys/rotate", {
      body: { userId: holder.userId, keyId, publicKey },
    });

    const { paymentId } = readCreated(await create(body));
    for (const device of [holder, other]) await assertOpens({ ...holder, ...device }, paymentId);
    assert.deepEqual(await listKeyIds(holder), [holder.keyId, other.keyId]);
  });

  for (const kind of ["RSA-2048", "P-256"] as const) {
    test(`the card is registered: rewrapped for each device, the first ${kind}`, async () => {
      const recipientHashedPan = randomHashedPan();
      const { body } = await prepareSealed(api, { recipient: { recipientHashedPan } });
      const holder = await registerPair(api, await createPair(kind), recipientHashedPan);
      const devices = [await createPair("P-256"), await createPair("RSA-2048")];
      for (const device of devices) await addPair(api, holder, device);

      const { paymentId, veroMetadata } = readCreated(await create(body));
      const { keyId, receiptStatus, claimCode, sealedAt } = veroMetadata;
      assert.deepEqual(
        [keyId, receiptStatus, claimCode, sealedAt],
        [holder.keyId, "sealed", undefined, "till"],
      );
      for (const device of [holder, ...devices]) {
        await assertOpens({ ...holder, ...device }, paymentId);
      }
      const { receipts } = (await api.get(`/receipts/${holder.userId}`)).body.data;
      assert.deepEqual([receipts[0].sealedAt, receipts[0].keyKind], ["till", "escrow"]);
    });
  }

  test("a stronger identifier leads to another cardholder", async () => {
    const byPhone = await registerCardholder(api);
    const recipientHashedPhone = randomHashedPan();
    await addIdentifier(api, byPhone.userId, "phone", recipientHashedPhone);
    const recipient = { recipientHashedPan: randomHashedPan(), recipientHashedPhone };
    const { body } = await prepareSealed(api, { recipient });
    const byCard = await registerCardholder(api, recipient.recipientHashedPan);

    assertChanged(await create(body));
    const again = await prepareSealed(api, { recipient });
    const { paymentId } = readCreated(await create(again.body));
    await assertOpens(byCard, paymentId);
  });

  test("the cardholder is erased", async () => {
    const holder = await registerCardholder(api);
    const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
    await api.call("DELETE /api/v1/users/{userId}", { params: { userId: holder.userId } });

    assertChanged(await create(body));
    const { body: again, reservation } = await prepareSealed(api, { recipient: toHolder(holder) });
    assert.equal(reservation.keyKind, "escrow");
    assert.equal(readCreated(await create(again)).veroMetadata.receiptStatus, "escrowed");
  });

  test("the cardholder is erased, and the card registered again", async () => {
    const holder = await registerCardholder(api);
    const { body } = await prepareSealed(api, { recipient: toHolder(holder) });
    await api.call("DELETE /api/v1/users/{userId}", { params: { userId: holder.userId } });
    await registerCardholder(api, holder.hashedPan);
    assertChanged(await create(body));
  });

  test("an identifier ends", async () => {
    const holder = await registerCardholder(api);
    const recipientHashedEmail = randomHashedPan();
    const added = await addIdentifier(api, holder.userId, "email", recipientHashedEmail);
    const { body } = await prepareSealed(api, { recipient: { recipientHashedEmail } });
    const { identifierId } = added.body.data;
    assert.equal((await endIdentifier(service, api.key, holder.userId, identifierId)).status, 200);
    assertChanged(await create(body));
  });
});
