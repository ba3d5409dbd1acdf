import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createClient } from "#lib/client/create-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import "fake-indexeddb/auto";
import { type BrowserPlatform, browserStorage } from "./browser-storage.ts";
import { createTillQueue } from "./create-till-queue.ts";
import { createLocalStorage } from "./testing/local-storage.ts";
import { createSale } from "./testing/sale.ts";

const service = setUpTestService();

async function createBrowser(changes: BrowserPlatform = {}) {
  const name = randomUUID();
  const localStorage = createLocalStorage();
  const client = createClient({ baseUrl: service.url, apiKey: await createTestKey() });
  const platform = { indexedDB, navigator, localStorage, ...changes };
  const openTab = () =>
    createTillQueue({ client, gateway: "gateway_one", storage: browserStorage(name, platform) });
  const clearDatabase = () => deleteDatabase(`sealslip-queue:${name}`);
  return { openTab, localStorage, client, clearDatabase };
}

async function deleteDatabase(title: string): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(title);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
}

test("two tabs send one queue, and both see it", async () => {
  const { openTab, client } = await createBrowser();
  const [one, other] = [await openTab(), await openTab()];
  assert.deepEqual([(await one.status()).isNew, (await other.status()).isNew], [true, false]);
  const ended = new AbortController();
  const running = [one.run(ended), other.run(ended)];
  const seen = { changes: 0 };
  other.onChange(() => void seen.changes++);
  const names = Array.from({ length: 10 }, () => randomUUID());
  for (const [at, name] of names.entries()) {
    await (at % 2 ? one : other).add(createSale(name), { id: name });
  }
  await until(async () => (await other.list()).every(({ state }) => state === "paid"));
  ended.abort();
  await Promise.all(running);
  const receiptIds: string[] = [];
  for await (const { veroMetadata } of client.payments.list()) {
    receiptIds.unshift(veroMetadata.receiptId);
  }
  assert.deepEqual(
    receiptIds,
    names.map((name) => `r-${name}`),
  );
  assert.ok(seen.changes > 0);
  await one.close();
  await other.close();
});

test("a cleared database is noticed by its marker; without one, the queue is new", async () => {
  const { openTab, localStorage, clearDatabase } = await createBrowser();
  const tab = await openTab();
  await tab.add(createSale(randomUUID()));
  // The database is deleted under the tab.
  await clearDatabase();
  await assert.rejects(tab.add(createSale(randomUUID())), { code: "storage_gone" });
  await tab.close();

  const again = await openTab();
  const { losses, isNew } = await again.status();
  assert.equal(isNew, false);
  assert.deepEqual(losses, [{ kind: "emptied", highest: 1, found: 0, ids: [] }]);
  await again.close();

  await clearDatabase();
  localStorage.values.clear();
  const cleared = await openTab();
  assert.equal((await cleared.status()).isNew, true);
  await cleared.close();
});

test("an exceeded quota refuses the sale", async (context) => {
  const { openTab } = await createBrowser();
  const tab = await openTab();
  await tab.add(createSale("before"), { id: "before" });
  const { put } = IDBObjectStore.prototype;
  const failing = context.mock.method(
    IDBObjectStore.prototype,
    "put",
    function (this: IDBObjectStore, ...input: [unknown, IDBValidKey]) {
      const request = put.apply(this, input);
      // Browsers find out when they write: the transaction ends, after the request was accepted.
      this.transaction.abort();
      return request;
    },
  );
  await assert.rejects(tab.add(createSale("after"), { id: "after" }), { code: "storage_failed" });
  failing.mock.restore();
  assert.equal(await tab.get("after"), undefined);
  assert.equal((await tab.list()).length, 1);
  await tab.close();
});

test("it says whether the browser keeps the data, and whether a loss would show", async () => {
  const locks = navigator.locks;
  const answers = [true, false];
  for (const isPersistent of answers) {
    const storage = { persist: async () => isPersistent } as StorageManager;
    const { openTab } = await createBrowser({ navigator: { locks, storage } });
    const tab = await openTab();
    assert.equal((await tab.status()).isPersistent, isPersistent);
    await tab.close();
  }
  const worker = await createBrowser({ localStorage: undefined });
  const tab = await worker.openTab();
  await tab.add(createSale(randomUUID()));
  const { isPersistent, isGuarded } = await tab.status();
  assert.deepEqual({ isPersistent, isGuarded }, { isPersistent: undefined, isGuarded: false });
  await tab.close();

  const insecure = await createBrowser({ navigator: {} });
  await assert.rejects(insecure.openTab(), { code: "unsupported" });
});
