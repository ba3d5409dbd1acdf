import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { merchantSignature } from "#lib/receipts/contract.ts";
import { grant, randomHashedPan, setUpApi, type TestCardholder } from "#lib/testing/api-client.ts";
import { addPair, createPair, registerPair, type TestPair } from "#lib/testing/device-keys.ts";
import { lacksCryptography, runPython } from "#lib/testing/python.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import {
  anyRecipient,
  type Entry,
  type Outcome,
  pay,
  prepare,
  type Queue,
  type Sale,
  send,
  type Till,
} from "./seal.ts";

const service = setUpTestService();
const api = setUpApi(service);
const phone = setUp(() => createPair("P-256"));
const tablet = setUp(() => createPair("RSA-2048"));
const holder = setUp(async () => {
  const registered = await registerPair(api, phone);
  await addPair(api, registered, tablet);
  return registered;
});

function till(gateway = "gateway_one"): Till {
  return { url: service.url, apiKey: api.key, gateway };
}

function saleTo(hashedPan: string, fields: Partial<Sale> = {}): Sale {
  return {
    payment: {
      receiptId: `r-${randomUUID()}`,
      merchantId: "bakery-7",
      transactionId: `t-${randomUUID()}`,
      transactionDate: "2026-11-28T10:00:00Z",
      currency: "eur",
      amount: 1250,
    },
    recipient: { recipientHashedPan: hashedPan },
    card: {},
    receipt: {
      merchantName: "Café ☕",
      items: [
        { lineItemId: "1", name: "Rye bread", quantity: 2, unitPrice: 625, totalPrice: 1250 },
      ],
    },
    ...fields,
  };
}

type Entries = Queue & { waiting: Map<string, Entry>; saved: Entry[] };

function createQueue(): Entries {
  const waiting = new Map<string, Entry>();
  const saved: Entry[] = [];
  return {
    waiting,
    saved,
    async save(entry) {
      saved.push(entry);
      waiting.set(entry.sale.payment.receiptId, entry);
    },
    async remove({ payment }) {
      waiting.delete(payment.receiptId);
    },
  };
}

/** The receipt on one device, checked as a wallet would. */
async function openOn(
  { keyId, privateKey }: TestPair,
  { userId }: Pick<TestCardholder, "userId">,
  paymentId: string,
) {
  const tokenId = await grant(api, { userId, keyId });
  const sealed = await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
  const imported = await importPrivateKey(privateKey);
  return await openReceipt({ sealed, paymentId, privateKey: imported });
}

function requirePaid(outcome: Outcome): string {
  assert.equal(outcome.state, "paid", JSON.stringify(outcome));
  const { paymentId } = outcome.state === "paid" ? outcome.payment : {};
  return String(paymentId);
}

for (const gateway of ["gateway_one", "gateway_two"]) {
  test(`seal.ts: each device opens the receipt, and the till keeps nothing, ${gateway}`, async () => {
    const queue = createQueue();
    const sale = saleTo(holder.hashedPan);
    const paymentId = requirePaid(await pay(till(gateway), queue, sale));
    assert.equal(queue.waiting.size, 0);
    for (const device of [phone, tablet]) {
      const opened = await openOn(device, holder, paymentId);
      const sealedTo = [phone, tablet].map(({ keyId }) => keyId.replace("key_", ""));
      const added = { gateway, paymentId, sealedTo, sealedAt: "till" };
      assert.deepEqual(opened, { ...sale.payment, ...sale.receipt, ...added });
    }
  });
}

test("seal.ts: with a signing key, the proof is in the envelope", async () => {
  const ed25519 = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  assert.ok("privateKey" in ed25519);
  const signing = { ...till(), signingKey: ed25519 };
  const outcome = await pay(signing, createQueue(), saleTo(holder.hashedPan));
  const opened = await openOn(phone, holder, requirePaid(outcome));
  const { merchantSignature: proof, ...fields } = opened;
  const { bytes } = await verifyMerchantSignature(merchantSignature.parse(proof));
  assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), fields);
});

test("seal.ts: what was sealed is sent again as it is, and is one payment", async () => {
  const queue = createQueue();
  const sale = saleTo(holder.hashedPan);
  const [reservation] = await prepare(till(), sale.recipient);
  const offline = { ...till(), url: "http://127.0.0.1:9" };
  assert.deepEqual(await pay(offline, queue, sale, reservation), { state: "send_again" });
  const { body } = queue.waiting.get(sale.payment.receiptId) ?? {};
  assert.ok(body);
  const sent = [
    await send(till(), queue, { sale, body }),
    await send(till(), queue, { sale, body }),
  ];
  const [one, other] = sent.map(requirePaid);
  assert.equal(one, reservation?.paymentId);
  assert.equal(other, one);
  assert.equal(queue.waiting.size, 0);
});

test("seal.ts: sealed again after it was paid, it is refused, and not a second payment", async () => {
  const sale = saleTo(holder.hashedPan);
  requirePaid(await pay(till(), createQueue(), sale));
  const outcome = await pay(till(), createQueue(), sale);
  assert.equal(outcome.state, "refused");
});

test("seal.ts: a reservation that is not taken leaves the receipt, which is sealed again", async () => {
  const queue = createQueue();
  const used = await prepare(till(), { recipientHashedPan: holder.hashedPan });
  requirePaid(await pay(till(), queue, saleTo(holder.hashedPan), used[0]));
  const foreign = await prepare(till("gateway_two"), { recipientHashedPan: holder.hashedPan });
  for (const [reservation] of [used, foreign]) {
    const sale = saleTo(holder.hashedPan);
    const outcome = await pay(till(), queue, sale, reservation);
    assert.deepEqual(outcome, { state: "seal_again", declined: false });
    assert.deepEqual(queue.waiting.get(sale.payment.receiptId), { sale });
    requirePaid(await pay(till(), queue, sale));
  }
});

test("seal.ts: after a decline, the next card pays under the same ids", async () => {
  const queue = createQueue();
  const card = { paymentMethod: sandboxTestValues.declined.value };
  const sale = saleTo(holder.hashedPan, { card });
  assert.deepEqual(await pay(till(), queue, sale), { state: "seal_again", declined: true });
  requirePaid(await pay(till(), queue, { ...sale, card: {} }));
});

test("seal.ts: the receipt stays while the customer has a step to do", async () => {
  const queue = createQueue();
  const paymentMethod = sandboxTestValues.requiresConfirmation.value;
  const sale = saleTo(holder.hashedPan, { card: { paymentMethod } });
  assert.equal((await pay(till(), queue, sale)).state, "waiting");
  const { body } = queue.waiting.get(sale.payment.receiptId) ?? {};
  assert.ok(body);
  assert.equal((await send(till(), queue, { sale, body })).state, "waiting");
  assert.equal(queue.waiting.size, 1);
});

test("seal.ts: a canceled payment ends the body, and the receipt can be sold under another id", async () => {
  const queue = createQueue();
  const paymentMethod = sandboxTestValues.requiresConfirmation.value;
  const waiting = saleTo(holder.hashedPan, { card: { paymentMethod } });
  const begun = await pay(till(), queue, waiting);
  assert.ok(begun.state === "waiting");
  const { body } = queue.waiting.get(waiting.payment.receiptId) ?? {};
  assert.ok(body);
  const byId = `/payments/gateway_one/${begun.payment.paymentId}/cancel`;
  assert.equal((await api.post(byId)).status, 200);
  assert.deepEqual(await send(till(), queue, { sale: waiting, body }), { state: "canceled" });
  assert.deepEqual(queue.waiting.get(waiting.payment.receiptId), { sale: waiting });

  const ahead = saleTo(holder.hashedPan);
  const { merchantId, receiptId, transactionId } = ahead.payment;
  const references = { merchantId, receiptId, transactionId };
  const byReferences = await api.post("/payments/gateway_one/cancel", { body: references });
  assert.equal(byReferences.status, 200);
  assert.deepEqual(await pay(till(), queue, ahead), { state: "canceled" });
  const payment = { ...ahead.payment, transactionId: `t-${randomUUID()}` };
  requirePaid(await pay(till(), queue, { ...ahead, payment }));
});

test("seal.ts: reservations for the escrow are held, and each is for one sale", async () => {
  const queue = createQueue();
  const hashedPan = randomHashedPan();
  const reservations = await prepare(till(), { recipientHashedPan: hashedPan }, 3);
  const paid: string[] = [];
  for (const reservation of reservations) {
    paid.push(requirePaid(await pay(till(), queue, saleTo(hashedPan), reservation)));
  }
  assert.deepEqual(
    paid,
    reservations.map(({ paymentId }) => paymentId),
  );
  const later = await registerPair(api, await createPair("P-256"), hashedPan);
  for (const paymentId of paid) {
    assert.equal((await openOn(later, later, paymentId)).merchantName, "Café ☕");
  }
});

test("seal.ts: without a network, what is held for any recipient is sealed, and sent later", async () => {
  const queue = createQueue();
  const hashedPan = randomHashedPan();
  const held = await prepare(till(), anyRecipient, 2);
  const offline = { ...till(), url: "http://127.0.0.1:9" };
  for (const [at, card] of [holder.hashedPan, hashedPan].entries()) {
    const outcome = await pay(offline, queue, saleTo(card), held[at]);
    assert.deepEqual(outcome, { state: "send_again" });
  }
  const paid: string[] = [];
  for (const { sale, body } of queue.waiting.values()) {
    assert.ok(body);
    paid.push(requirePaid(await send(till(), queue, { sale, body })));
  }
  assert.deepEqual(
    paid,
    held.map(({ paymentId }) => paymentId),
  );
  assert.equal(queue.waiting.size, 0);

  const later = await registerPair(api, await createPair("P-256"), hashedPan);
  const [registered = "", unknown = ""] = paid;
  for (const opened of [
    await openOn(phone, holder, registered),
    await openOn(tablet, holder, registered),
    await openOn(later, later, unknown),
  ]) {
    assert.equal(opened.merchantName, "Café ☕");
  }
});

test("seal.ts: a mistake in the body is for a person, and the entry stays", async () => {
  const queue = createQueue();
  const sale = saleTo(holder.hashedPan, { card: { tableNumber: "7" } });
  const outcome = await pay(till(), queue, sale);
  assert.ok(outcome.state === "refused" && outcome.details.startsWith("tableNumber: "));
  assert.equal(queue.waiting.size, 1);
});

const program = `
import json, sys
sys.path.insert(0, "examples/till")
from sealslip import Client
from seal import build_body
given = json.loads(sys.argv[1])
till, sale, gateway = given["till"], given["sale"], given["till"]["gateway"]
parts = sale["payment"], sale["recipient"], sale["receipt"], given["signingKey"]
payments = Client(till["url"], till["apiKey"]).payments
[reservation] = payments.prepare(gateway, given["reserved"])["reservations"]
body = build_body(gateway, reservation, *parts)
print(json.dumps([payments.create(gateway, body)["paymentId"] for attempt in range(2)]))`;

describe("seal.py", { skip: lacksCryptography() }, () => {
  const privateKeys = {
    "without a signature": null,
    ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
    EdDSA: generateKeyPairSync("ed25519").privateKey,
  };
  for (const [name, privateKey] of Object.entries(privateKeys)) {
    test(`what it seals is taken, and opens on each device, ${name}`, async () => {
      const signingKey = privateKey?.export({ type: "pkcs8", format: "pem" }) ?? null;
      const sale = saleTo(holder.hashedPan);
      const reserved = sale.recipient;
      const given = JSON.stringify({ till: till(), sale, reserved, signingKey });
      const [paymentId, again] = JSON.parse(await runPython(["-c", program, given]));
      assert.equal(again, paymentId);
      for (const device of [phone, tablet]) {
        const opened = await openOn(device, holder, paymentId);
        const { merchantSignature: proof, ...fields } = opened;
        const sealedTo = [phone, tablet].map(({ keyId }) => keyId.replace("key_", ""));
        const added = { gateway: "gateway_one", paymentId, sealedTo, sealedAt: "till" };
        assert.deepEqual(fields, { ...sale.payment, ...sale.receipt, ...added });
        assert.equal(proof === undefined, signingKey === null);
        if (!proof) continue;
        const { bytes } = await verifyMerchantSignature(merchantSignature.parse(proof));
        assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), fields);
      }
    });
  }

  test("it takes a payment to its end", async () => {
    const { payment, recipient, receipt } = saleTo(holder.hashedPan);
    const program = `
import json, sys
sys.path.insert(0, "examples/till")
from seal import pay
print(pay(*json.loads(sys.argv[1])).payment["paymentId"])`;
    const given = JSON.stringify([till(), recipient, payment, receipt]);
    const paymentId = (await runPython(["-c", program, given])).trim();
    assert.equal((await openOn(phone, holder, paymentId)).merchantName, "Café ☕");
  });

  test("what it seals for any recipient opens on each device", async () => {
    const sale = saleTo(holder.hashedPan);
    const given = { till: till(), sale, reserved: anyRecipient, signingKey: null };
    const [paymentId] = JSON.parse(await runPython(["-c", program, JSON.stringify(given)]));
    for (const device of [phone, tablet]) {
      assert.equal((await openOn(device, holder, paymentId)).merchantName, "Café ☕");
    }
  });
});
