import { expect, type Page, test } from "@playwright/test";
import { addCard, callOpen, listCards, startWallet } from "./wallet-modules.ts";
import { callWallet } from "./wallet-page.ts";
import { payWithCard } from "./wallet-service.ts";

type Counts = { opened: number; cardsRead: number };

test("opens the device's database once, and reads a card once to open its receipt", async ({
  page,
  baseURL,
  request,
}) => {
  await countReads(page);
  const { number, hashedPan } = await startWallet(page, baseURL);
  // The test itself has put the vault there.
  const { opened } = await readCounts(page);
  const { card, keyId } = await addCard(page, number);
  const paymentId = await payWithCard(request, hashedPan);
  const { cardsRead } = await readCounts(page);
  const outcome = await callOpen(page, { cardId: card.cardId, paymentId, keyId });
  expect(outcome).toMatchObject({ value: { merchantName: "Corner Bakery" } });
  expect(await readCounts(page)).toEqual({ opened: opened + 1, cardsRead: cardsRead + 1 });
});

test("lets go of the database when another tab deletes it, and opens it anew", async ({
  page,
  baseURL,
}) => {
  await startWallet(page, baseURL);
  const other = await page.context().newPage();
  await other.route("https://wallet.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "" }),
  );
  await other.goto("https://wallet.test");
  await other.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase("sealslip-wallet");
        deletion.onsuccess = resolve;
        deletion.onblocked = () => reject(new Error("the other tab holds the database"));
      }),
  );
  expect(await callWallet(page, "vault.ts", "describeVault")).toEqual({ value: { state: "none" } });
});

test("a connection that is lost while it is used is opened anew", async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      Object.assign(globalThis, { latest: request });
      return request;
    };
  });
  const { number } = await startWallet(page, baseURL);
  const { card } = await addCard(page, number);
  const { cardId } = card;

  // Closed from outside, without an event: the next transaction fails before it begins.
  await page.evaluate(() => Reflect.get(globalThis, "latest").result.close());
  await callWallet(page, "cards.ts", "nameCard", cardId, "Groceries");
  expect(await listCards(page)).toMatchObject([{ cardId, name: "Groceries" }]);

  // As Safari's: the transaction begins, and its requests fail.
  await page.evaluate(() => {
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = () => {
      IDBObjectStore.prototype.getAll = getAll;
      throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
    };
  });
  expect(await listCards(page)).toMatchObject([{ cardId, name: "Groceries" }]);
});

async function countReads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts: Counts = { opened: 0, cardsRead: 0 };
    Object.assign(globalThis, { counts });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      counts.opened += 1;
      return open.apply(this, args);
    };
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === "cards") counts.cardsRead += 1;
      return get.call(this, key);
    };
  });
}

async function readCounts(page: Page): Promise<Counts> {
  return await page.evaluate(() => Reflect.get(globalThis, "counts"));
}
