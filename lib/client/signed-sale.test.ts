import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { type Client, createClient } from "./create-client.ts";
import { generateDeviceKeys } from "./device-keys.ts";
import { hashNormalized } from "./identifier-hash.ts";
import type { PaymentRequest } from "./payments.ts";
import { createSale } from "./queue/testing/sale.ts";
import type { Data } from "./schemas.ts";
import {
  generateSigningKeys,
  readSigningKeys,
  type SigningKeys,
  signChallenge,
} from "./signing-keys.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const service = setUpTestService();
const developer = setUpMember();
const key = setUp(async () => ({
  apiKey: await createTestKey({ organizationId: developer.organizationId }),
}));

/** A merchant that signs, with its key registered as the console does it. */
async function createMerchant(kind: "Ed25519" | "P-256") {
  const { privateKeyPem, publicKeyPem } = await generateSigningKeys({ kind });
  const keys = await readSigningKeys(privateKeyPem);
  const call = createConsoleClient(service, developer);
  const { body } = await call("POST", "/signing-keys/challenge");
  const proof = await signChallenge(body.data.challenge, keys);
  const registered = await call("POST", "/signing-keys", {
    body: { name: "Till", publicKey: publicKeyPem, proof },
  });
  assert.equal(registered.status, 201, JSON.stringify(registered.body));
  const { organizationId: organization } = developer;
  const signingKey = { ...keys, organization };
  const client = createClient({ baseUrl: service.url, apiKey: key.apiKey, signingKey });
  return { client, keys, organization };
}

async function createCardholder(kind: "RSA-2048" | "P-256") {
  const client = createClient({ baseUrl: service.url, apiKey: key.apiKey });
  const device = await generateDeviceKeys({ kind });
  const pan = String(4_000_000_000_000_000 + Math.floor(Math.random() * 1e12));
  const hashedPan = await hashNormalized("card", pan.replace(/(....)/g, "$1 "));
  const { keyId, publicKey, privateKey } = device;
  const { userId } = await client.users.register({ hashedPan, keyId, publicKey });

  async function open(paymentId: string) {
    const receipt = await client.receipts.open({ userId, keyId, paymentId, privateKey });
    for await (const listed of client.receipts.list(userId)) {
      if (listed.paymentId === paymentId) return { receipt, listed };
    }
    throw new Error("not listed");
  }
  return { ...device, hashedPan, open };
}

/** A sale that the till seals to the key of a reservation, and signs. */
async function paySealed(
  client: Client,
  { reservations }: Data<"preparePayment">,
  { recipientHashedPan, keys }: { recipientHashedPan: string; keys: SigningKeys },
): Promise<string> {
  const [reservation] = reservations;
  assert.ok(reservation);
  const { recipientHashedPan: _card, ...receipt } = createSale(randomUUID());
  const sealed = await sealReceipt(reservation, receipt, keys);
  const { receiptId, merchantId, transactionId, transactionDate, currency, amount } = receipt;
  const clear = { receiptId, merchantId, transactionId, transactionDate, currency, amount };
  const body = { ...clear, recipientHashedPan, ...sealed } as PaymentRequest;
  return (await client.payments.create("gateway_one", body)).paymentId;
}

for (const [signs, opens] of [
  ["Ed25519", "RSA-2048"],
  ["P-256", "P-256"],
] as const) {
  test(`a sale signed with ${signs} is proven to a device with ${opens}`, async () => {
    const { client, keys, organization } = await createMerchant(signs);
    const holder = await createCardholder(opens);
    assert.equal(holder.privateKey.extractable, false);
    const sale = createSale(randomUUID(), { recipientHashedPan: holder.hashedPan });
    const { paymentId } = await client.payments.create("gateway_one", sale);
    const { receipt, listed } = await holder.open(paymentId);
    const known = { listed, publicKey: holder.publicKey, environment: "development" };
    const signed = { state: "signed", signer: keys.kid, organization, madeUp: [] };
    assert.deepEqual(await verifyReceipt(receipt, known), signed);

    const changed = { ...receipt, merchantName: "Other" };
    assert.deepEqual(await verifyReceipt(changed, known), {
      state: "differs",
      fields: ["merchantName"],
    });
    const other = { ...listed, amount: 1 };
    assert.deepEqual(await verifyReceipt(receipt, { listed: other }), {
      state: "differs",
      fields: ["amount"],
    });
    assert.deepEqual(await verifyReceipt(receipt, { ...known, environment: "production" }), {
      state: "differs",
      fields: ["environment"],
    });
    const unsigned = { ...receipt };
    Reflect.deleteProperty(unsigned, "merchantSignature");
    assert.deepEqual(await verifyReceipt(unsigned, known), { state: "unsigned" });
    const proof = { jws: "a..b", signedBytes: "", jwk: {} };
    const broken = Object.assign({ ...receipt }, { merchantSignature: proof });
    assert.deepEqual(await verifyReceipt(broken, known), { state: "broken" });

    const refund = await client.payments.refund("gateway_one", paymentId, {
      refundReference: "back",
      receiptId: `${sale.receiptId}-back`,
      transactionId: `${sale.transactionId}-back`,
      transactionDate: sale.transactionDate,
      merchantName: sale.merchantName,
      amount: 250,
    });
    assert.equal(refund.refundStatus, "succeeded");
  });
}

test("what the till sealed is proven, and not for another device", async () => {
  const { client, keys } = await createMerchant("P-256");
  const holder = await createCardholder("P-256");
  const { hashedPan: recipientHashedPan } = holder;
  const prepared = await client.payments.prepare("gateway_one", { recipientHashedPan });
  const paymentId = await paySealed(client, prepared, { recipientHashedPan, keys });
  const { receipt: opened, listed } = await holder.open(paymentId);
  const { publicKey } = holder;
  assert.deepEqual(await verifyReceipt(opened, { listed, publicKey }), {
    state: "signed",
    signer: keys.kid,
    organization: undefined,
    madeUp: [],
  });
  const other = await generateDeviceKeys();
  assert.deepEqual(await verifyReceipt(opened, { listed, publicKey: other.publicKey }), {
    state: "differs",
    fields: ["sealedTo"],
  });
});

test("what the till sealed for the escrow is no false alarm to the card's device", async () => {
  const { client, keys } = await createMerchant("P-256");
  const { keyId, publicKey, privateKey } = await generateDeviceKeys();
  const recipientHashedPan = randomBytes(32).toString("hex");
  const issuer = createClient({ baseUrl: service.url, apiKey: key.apiKey });

  const toCard = await client.payments.prepare("gateway_one", { recipientHashedPan });
  const waiting = await paySealed(client, toCard, { recipientHashedPan, keys });
  const { userId } = await issuer.users.register({
    hashedPan: recipientHashedPan,
    keyId,
    publicKey,
  });
  const toAny = await client.payments.prepare("gateway_one", { anyRecipient: true });
  const offline = await paySealed(client, toAny, { recipientHashedPan, keys });

  const paid = new Set([waiting, offline]);
  for await (const listed of issuer.receipts.list(userId)) {
    const { paymentId } = listed;
    const receipt = await issuer.receipts.open({ userId, keyId, paymentId, privateKey });
    const { state } = await verifyReceipt(receipt, { listed, publicKey });
    assert.deepEqual([state, paid.delete(paymentId)], ["signed", true]);
  }
  assert.equal(paid.size, 0);
});

test("a request that is signed with another key is refused", async () => {
  await createMerchant("P-256");
  const signingKey = await readSigningKeys((await generateSigningKeys()).privateKeyPem);
  const client = createClient({ baseUrl: service.url, apiKey: key.apiKey, signingKey });
  const refused = client.payments.create("gateway_one", createSale(randomUUID()));
  await assert.rejects(refused, { code: "invalid_signature" });
});
