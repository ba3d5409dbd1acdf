import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "#lib/client/create-client.ts";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { createTillQueue } from "./create-till-queue.ts";
import { fileStorage } from "./file-storage.ts";
import type { TillQueueOptions } from "./queue-options.ts";
import { createSale } from "./testing/sale.ts";

const service = setUpTestService();
const till = setUp(async () => ({
  apiKey: await createTestKey(),
  folder: await mkdtemp(join(tmpdir(), "till-queue-")),
}));
after(() => rm(till.folder, { recursive: true }));

const card = (name: keyof typeof sandboxTestValues) => ({
  paymentMethod: sandboxTestValues[name].value,
});

type Network = {
  isUp: boolean;
  losesAnswers: boolean;
  requests: number;
  cancelAnswer?: () => Response;
};

/** A service that is there or not. */
function createNetwork() {
  const network: Network = { isUp: true, losesAnswers: false, requests: 0 };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    network.requests++;
    if (!network.isUp) throw new TypeError("fetch failed");
    if (network.cancelAnswer && String(input).endsWith("/cancel")) return network.cancelAnswer();
    const response = await globalThis.fetch(input, init);
    if (network.losesAnswers) throw new TypeError("terminated");
    return response;
  };
  return { network, fetch };
}

async function openQueue(options: Partial<TillQueueOptions> = {}, apiKey = till.apiKey) {
  const { network, fetch } = createNetwork();
  const client = createClient({ baseUrl: service.url, apiKey, fetch });
  const storage = fileStorage(join(till.folder, randomUUID()));
  const queue = await createTillQueue({ client, gateway: "gateway_one", storage, ...options });
  return { queue, client, network };
}

async function statesOf(queue: { list: () => Promise<{ state: string }[]> }) {
  return (await queue.list()).map(({ state }) => state);
}

test("what was sold without a network is sent in order, and each is one payment", async () => {
  const { queue, client, network } = await openQueue();
  network.isUp = false;
  const run = randomUUID();
  for (const name of ["1", "2", "3"]) {
    await queue.add(createSale(`${run}-${name}`), { id: `${run}-${name}` });
  }
  const sent = await queue.send();
  assert.ok(sent.state === "stopped" && sent.error.code === "no_answer");
  assert.equal(network.requests, 1, "the line waits");
  assert.deepEqual(await statesOf(queue), ["sent", "queued", "queued"]);

  network.isUp = true;
  assert.deepEqual(await queue.send(), { state: "done" });
  assert.deepEqual(await statesOf(queue), ["paid", "paid", "paid"]);
  const paid: string[] = [];
  for (const entry of await queue.list()) {
    if (entry.state === "paid") paid.push(entry.payment.paymentId);
    for await (const page of client.payments.list({ receiptId: entry.receiptId }).pages()) {
      assert.equal(page.entries.length, 1);
    }
  }
  assert.deepEqual(paid, paid.toSorted(), "in order");
  await queue.close();
});

test("the same sale under the same id is the same entry, and another is an error", async () => {
  const { queue } = await openQueue();
  const sale = createSale(randomUUID());
  const { id, number } = await queue.add(sale, { id: "a" });
  assert.equal(id, "a");
  const reordered = Object.fromEntries(Object.entries(sale).reverse()) as typeof sale;
  assert.equal((await queue.add(reordered, { id: "a" })).number, number);
  const dearer = { ...sale, amount: 1300 };
  await assert.rejects(queue.add(dearer, { id: "a" }), { code: "id_reused" });
  await assert.rejects(queue.add(dearer, { id: "b" }), { code: "references_reused" });
  assert.equal((await queue.list()).length, 1);

  await queue.send();
  assert.equal((await queue.add(sale, { id: "a" })).state, "paid", "after it was paid, too");
  await queue.close();
});

test("two sales may share a receiptId", async () => {
  const { queue } = await openQueue();
  const sale = createSale(randomUUID());
  await queue.add(sale);
  await queue.add({ ...sale, transactionId: `t-${randomUUID()}` });
  await queue.send();
  assert.deepEqual(await statesOf(queue), ["paid", "paid"]);
  await queue.close();
});

test("a declined and a refused sale do not stop those behind them", async () => {
  const { queue } = await openQueue();
  await queue.add(createSale(randomUUID(), card("declined")), { id: "declined" });
  await queue.add(createSale(randomUUID(), { amount: -1 }), { id: "refused" });
  await queue.add(createSale(randomUUID()), { id: "paid" });
  assert.deepEqual(await queue.send(), { state: "done" });
  assert.deepEqual(await statesOf(queue), ["declined", "refused", "paid"]);
  const refused = await queue.get("refused");
  assert.ok(refused?.state === "refused" && refused.error.details.includes("amount"));

  const again = await queue.retryAs("declined", {
    transactionId: `t-${randomUUID()}`,
    paymentMethod: "pm_card_visa",
  });
  assert.equal(again.retryOf, "declined");
  await queue.send();
  assert.equal((await queue.get(again.id))?.state, "paid");
  await assert.rejects(queue.retryAs(again.id, { transactionId: "t" }), { code: "not_settled" });

  await queue.remove("declined");
  assert.equal(await queue.get("declined"), undefined);
  await queue.close();
});

test("references that another till used for another sale are refused, visibly", async () => {
  const [one, other] = [await openQueue(), await openQueue()];
  const sale = createSale(randomUUID());
  await one.queue.add(sale);
  await one.queue.send();
  await other.queue.add({ ...sale, amount: 99 }, { id: "other" });
  await other.queue.add(createSale(randomUUID()));
  assert.deepEqual(await other.queue.send(), { state: "done" });
  const entry = await other.queue.get("other");
  assert.ok(entry?.state === "refused" && entry.error.status === 409);
  await assert.rejects(other.queue.cancel("other"), { code: "not_cancelable" });
  assert.deepEqual(await statesOf(one.queue), ["paid"]);
  await one.queue.close();
  await other.queue.close();
});

test("a revoked key stops the line and refuses no sale", async () => {
  const { queue } = await openQueue({}, "sk_dev_unknown");
  await queue.add(createSale(randomUUID()));
  const sent = await queue.send();
  assert.ok(sent.state === "stopped" && sent.error.status === 401);
  assert.deepEqual(await statesOf(queue), ["sent"]);
  await queue.close();
});

test("a sale that always fails lets those behind it pass after three tries", async () => {
  const { queue } = await openQueue();
  await queue.add(createSale(randomUUID(), card("error")), { id: "error" });
  await queue.add(createSale(randomUUID()), { id: "good" });
  for (const state of ["queued", "queued", "paid"]) {
    const sent = await queue.send();
    assert.ok(sent.state === "stopped" && sent.id === "error" && sent.error.status === 503);
    assert.equal((await queue.get("good"))?.state, state);
  }
  assert.equal((await queue.get("error"))?.state, "sent");
  await assert.rejects(queue.remove("error"), { code: "not_settled" });
  await queue.close();
});

test("cancel: at once if it was never sent, otherwise by the service", async () => {
  const { queue, client, network } = await openQueue();
  network.isUp = false;
  const sale = createSale(randomUUID());
  await queue.add(sale, { id: "sent" });
  await queue.add(createSale(randomUUID()), { id: "queued" });
  await queue.send();
  const requests = network.requests;
  assert.equal((await queue.cancel("queued")).state, "canceled");
  assert.equal(network.requests, requests);
  assert.equal((await queue.cancel("sent")).state, "canceling");
  assert.equal((await queue.send()).state, "stopped");

  network.isUp = true;
  assert.deepEqual(await queue.send(), { state: "done" });
  assert.deepEqual(await statesOf(queue), ["canceled", "canceled"]);
  await assert.rejects(client.payments.create("gateway_one", sale), { code: "conflict" });
  await assert.rejects(queue.add(sale), { code: "references_reused" });
  const again = await queue.retryAs("sent", { transactionId: `t-${randomUUID()}` });
  await queue.send();
  assert.equal((await queue.get(again.id))?.state, "paid");
  await assert.rejects(queue.cancel(again.id), { code: "not_cancelable" });
  await queue.close();
});

test("what cannot be canceled is asked for again, since it may be paid", async () => {
  const { queue, network } = await openQueue();
  network.losesAnswers = true;
  const { id } = await queue.add(createSale(randomUUID()));
  await queue.send();
  network.losesAnswers = false;
  // As the service answers where the provider refuses the refund; the sandbox never does.
  const error = { code: "conflict", message: "The payment was made", details: "reason: unknown" };
  network.cancelAnswer = () => Response.json({ error }, { status: 409 });
  const entry = await queue.cancel(id);
  assert.ok(entry.state === "sent" && entry.error?.status === 409);
  await queue.send();
  assert.equal((await queue.get(id))?.state, "paid");
  await queue.close();
});

test("a payment that was canceled elsewhere ends the entry", async () => {
  const { queue, client } = await openQueue();
  const sale = createSale(randomUUID());
  const { merchantId, receiptId, transactionId } = sale;
  await client.payments.cancelByReference("gateway_one", { merchantId, receiptId, transactionId });
  await queue.add(sale);
  await queue.send();
  assert.deepEqual(await statesOf(queue), ["canceled"]);
  await queue.close();
});

test("a confirmation is asked for again, and does not stop the line", async () => {
  const { queue, client } = await openQueue();
  await queue.add(createSale(randomUUID(), card("requiresConfirmation")), { id: "confirm" });
  await queue.add(createSale(randomUUID()));
  assert.deepEqual(await queue.send(), { state: "done" });
  assert.deepEqual(await statesOf(queue), ["requires_confirmation", "paid"]);
  const entry = await queue.get("confirm");
  assert.ok(entry?.state === "requires_confirmation");
  const { paymentId } = entry.payment;
  await client.payments.confirmInSandbox("gateway_one", paymentId, { outcome: "succeeded" });
  await queue.send();
  assert.equal((await queue.get("confirm"))?.state, "paid");
  await queue.close();
});

test("run goes on when the network is back, and sends what is added meanwhile", async () => {
  const { queue, network } = await openQueue();
  const ended = new AbortController();
  const sent: string[] = [];
  network.isUp = false;
  await queue.add(createSale(randomUUID()));
  const onSent = ({ state }: { state: string }) => void sent.push(state);
  const running = queue.run({ signal: ended.signal, onSent });
  await until(async () => sent.includes("stopped"));
  assert.deepEqual(await queue.send(), { state: "busy" });
  network.isUp = true;
  await until(async () => sent.includes("done"));
  const added = await queue.add(createSale(randomUUID()));
  await until(async () => (await queue.get(added.id))?.state === "paid");
  ended.abort();
  await running;
  await queue.close();
});

test("a clock that jumps changes neither the order nor what is sent", async (context) => {
  const { queue } = await openQueue();
  const names = ["first", "second", "third"];
  for (const [at, now] of [4e12, 0, 2e12].entries()) {
    context.mock.timers.enable({ apis: ["Date"], now });
    await queue.add(createSale(randomUUID()), { id: names[at] ?? "" });
    context.mock.timers.reset();
  }
  context.mock.timers.enable({ apis: ["Date"], now: 1 });
  assert.deepEqual(await queue.send(), { state: "done" });
  const entries = await queue.list();
  assert.deepEqual(
    entries.map(({ id, state }) => [id, state]),
    names.map((id) => [id, "paid"]),
  );
  const ids = entries.map((entry) => (entry.state === "paid" ? entry.payment.paymentId : ""));
  assert.deepEqual(ids, ids.toSorted());
  await queue.close();
});
