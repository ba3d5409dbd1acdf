import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "#lib/client/create-client.ts";
import { randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { createPair, registerPair } from "#lib/testing/device-keys.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { createTillQueue } from "./create-till-queue.ts";
import { fileStorage } from "./file-storage.ts";
import type { SealingOptions } from "./seal-sale.ts";
import { createSale } from "./testing/sale.ts";

const service = setUpTestService();
const api = setUpApi(service);
const till = setUp(async () => ({ home: await mkdtemp(join(tmpdir(), "sealing-queue-")) }));
after(() => rm(till.home, { recursive: true }));

const newKey = () =>
  crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);

async function openQueue(sealing: SealingOptions) {
  const network = { isUp: true, misled: false, bodies: [] as string[] };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!network.isUp) throw new TypeError("fetch failed");
    if (String(input).endsWith("/create")) network.bodies.push(String(init?.body));
    const address = network.misled ? String(input).replace("one/prepare", "two/prepare") : input;
    return await globalThis.fetch(address, init);
  };
  const client = createClient({ baseUrl: service.url, apiKey: api.key, fetch });
  const folder = join(till.home, randomUUID());
  const storage = fileStorage(folder);
  const queue = await createTillQueue({ client, gateway: "gateway_one", storage, sealing });
  return { queue, client, network, folder, storage };
}

async function textIn(folder: string): Promise<string> {
  const files = await readdir(folder);
  const texts = files.map((file) => readFile(join(folder, file), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

test("a sale without a network is sealed at once, and opens on the cardholder's device", async () => {
  const pair = await createPair("P-256");
  const hashedPan = randomHashedPan();
  const { userId } = await registerPair(api, pair, hashedPan);
  const sealing = { stock: 4, receiptKey: await newKey() };
  const { queue, client, network, folder } = await openQueue(sealing);
  const sale = createSale(randomUUID(), { recipientHashedPan: hashedPan });
  await assert.rejects(queue.add(sale), { code: "no_reservation" });
  await queue.send();
  assert.equal((await queue.status()).reservations, 4);

  network.isUp = false;
  const secret = "Secret Pharmacy";
  const { id } = await queue.add({ ...sale, merchantName: secret });
  assert.equal((await queue.status()).reservations, 3);
  assert.ok((await textIn(folder)).includes(sale.receiptId));
  assert.ok(!(await textIn(folder)).includes(secret), "neither sealed nor in the copy");
  assert.equal((await queue.send()).state, "stopped");
  network.isUp = true;
  assert.deepEqual(await queue.send(), { state: "done" });
  assert.equal(network.bodies.length, 1);
  assert.ok(!network.bodies.join().includes(secret));

  const entry = await queue.get(id);
  assert.ok(entry?.state === "paid" && entry.payment.veroMetadata.sealedAt === "till");
  const { keyId, privateKey } = pair;
  const { paymentId } = entry.payment;
  const receipt = await client.receipts.open({ userId, keyId, paymentId, privateKey });
  assert.equal(receipt.merchantName, secret);
  await queue.close();
});

for (const [name, receiptKey] of [
  ["a copy", "key"],
  ["no copy", "none"],
] as const) {
  test(`where the reservation is over, with ${name} of the receipt`, async () => {
    const key = receiptKey === "none" ? receiptKey : await newKey();
    const { queue, network, storage } = await openQueue({ stock: 1, receiptKey: key });
    await queue.send();
    // A reservation that another payment has used is refused as an expired one is.
    const [used] = await storage.list("reservation/");
    assert.ok(used);
    await queue.add(createSale(randomUUID()));
    await queue.send();
    await storage.update([], () => new Map([used]));
    const { id } = await queue.add(createSale(randomUUID()));
    network.bodies.length = 0;
    assert.deepEqual(await queue.send(), { state: "done" });
    const entry = await queue.get(id);
    if (receiptKey === "none") {
      assert.ok(entry?.state === "refused" && entry.error.details.startsWith("reservation: "));
      await assert.rejects(queue.retryAs(id, { transactionId: randomUUID() }), {
        code: "no_receipt",
      });
    } else {
      assert.equal(entry?.state, "paid");
      assert.equal(network.bodies.length, 2);
    }
    await queue.close();
  });
}

test("a mistake of the till is sealed again once, and then refused", async () => {
  const { queue, network } = await openQueue({ stock: 1, receiptKey: await newKey() });
  // It prepares at another gateway than it pays at.
  network.misled = true;
  await queue.send();
  const { id } = await queue.add(createSale(randomUUID()));
  assert.deepEqual(await queue.send(), { state: "done" });
  assert.equal(network.bodies.length, 2);
  const entry = await queue.get(id);
  assert.ok(entry?.state === "refused" && entry.error.details.startsWith("reservation: "));
  await queue.close();
});

test("the stock is filled at half, and replaced by the service's clock", async () => {
  const { queue, storage } = await openQueue({ stock: 4, receiptKey: "none" });
  await queue.send();
  const first = (await storage.list("reservation/")).map(([key]) => key);
  await queue.add(createSale(randomUUID()));
  await queue.send();
  assert.equal((await queue.status()).reservations, 3);
  await queue.add(createSale(randomUUID()));
  await queue.send();
  assert.equal((await queue.status()).reservations, 4);
  const kept = (await storage.list("reservation/")).filter(([key]) => first.includes(key));
  assert.equal(kept.length, 2);

  // Prepared two days ago.
  const aged = kept.map(([key, value]): [string, unknown][] => {
    const reservation = value as { expiresAt: string; paymentId: string };
    const at = new Date(Date.parse(reservation.expiresAt) - 2 * 24 * 60 * 60 * 1000);
    const old = { ...reservation, expiresAt: at.toISOString() };
    return [
      [key, undefined],
      [`reservation/${old.expiresAt}/${old.paymentId}`, old],
    ];
  });
  await storage.update([], () => new Map(aged.flat()));
  await queue.close();
  const sealing = { stock: 4, receiptKey: "none" } as const;
  const client = createClient({ baseUrl: service.url, apiKey: api.key });
  const restarted = await createTillQueue({ client, gateway: "gateway_one", storage, sealing });
  await restarted.send();
  const ids = (await storage.list("reservation/")).map(([, value]) => JSON.stringify(value));
  assert.equal(ids.length, 4);
  assert.ok(!ids.some((text) => aged.flat().some(([, old]) => JSON.stringify(old) === text)));
  await restarted.close();
});

test("a signed sale has the proof in its receipt", async () => {
  const pair = await createPair("P-256");
  const hashedPan = randomHashedPan();
  const { userId } = await registerPair(api, pair, hashedPan);
  const signingKey = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  assert.ok("privateKey" in signingKey);
  const { queue, client } = await openQueue({ stock: 1, receiptKey: "none", signingKey });
  await queue.send();
  const sale = createSale(randomUUID(), { recipientHashedPan: hashedPan });
  const { id } = await queue.add(sale);
  await queue.send();
  const entry = await queue.get(id);
  assert.ok(entry?.state === "paid");
  const { keyId, privateKey } = pair;
  const { paymentId } = entry.payment;
  const receipt = await client.receipts.open({ userId, keyId, paymentId, privateKey });
  assert.ok(receipt.merchantSignature);
  await queue.close();
});
