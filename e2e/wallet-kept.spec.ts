import { expect, test } from "@playwright/test";
import { addCard, type Card, callOpen, consent, startWallet } from "./wallet-modules.ts";
import { callWallet, readStorage } from "./wallet-page.ts";
import { payWithCard } from "./wallet-service.ts";

const secret = "Whisper & Sons";

test("kept receipts are ciphertext, open without the service, and go when they are told to", async ({
  page,
  baseURL,
  request,
}) => {
  const { service, number, hashedPan } = await startWallet(page, baseURL);
  const { card, keyId } = await addCard(page, number);
  const { cardId } = card;
  const pay = async () => {
    const paymentId = await payWithCard(request, hashedPan, { merchantName: secret });
    return { cardId, keyId, paymentId };
  };
  const before = await pay();
  expect(await callOpen(page, before)).toMatchObject({ value: { merchantName: secret } });
  expect(await readKept()).toEqual({ value: { keeping: "unasked", ids: [] } });
  expect(await callKept("openKept", { consent })).toEqual({ value: [] });

  await callKept("startKeeping", [], { consent });
  const [first, second] = [await pay(), await pay()];
  for (const reference of [first, second]) await callOpen(page, reference);
  const ids = [first.paymentId, second.paymentId].toSorted();
  expect(await readKept()).toEqual({ value: { keeping: "on", ids } });
  const noted = { tags: ["Whisper"], note: "Whisper", isBusiness: true, warrantyUntil: null };
  await callNotes("saveAnnotation", first, noted);
  await callNotes("saveAnnotation", second, noted);
  expect(await callNotes("saveAnnotation", before, noted)).toMatchObject({ reason: "not_found" });
  const stored = await readStorage(page);
  expect(stored).toContain(first.paymentId);
  expect(stored).not.toContain("Whisper");
  expect(stored).not.toContain(Buffer.from("Whisper").toString("hex"));

  const calls = service.traffic.length;
  await page.reload();
  expect(await callNotes("readAnnotations")).toEqual({ value: [] });
  expect(await callNotes("saveAnnotation", first, noted)).toMatchObject({
    reason: "key_forgotten",
  });
  expect(await callKept("openKept", { consent: { method: "pin", pin: "111222" } })).toMatchObject({
    reason: "wrong_pin",
  });
  expect(await callKept("openKept", { consent })).toMatchObject({
    value: ids.map((id) => [id, { paymentId: id, merchantName: secret }]),
  });
  expect(await callNotes("readAnnotations")).toEqual({ value: ids.map((id) => [id, noted]) });
  // The PIN takes an answer of the service; the receipts do not.
  const asked = service.traffic.slice(calls);
  expect(asked.filter((text) => !text.includes("/api/wallet/pins"))).toEqual([]);

  await callWallet(page, "kept-state.ts", "forgetReceipt", first.paymentId);
  expect(await readKept()).toEqual({ value: { keeping: "on", ids: [second.paymentId] } });
  expect(await callNotes("readAnnotations")).toEqual({ value: [[second.paymentId, noted]] });
  await callWallet(page, "cards.ts", "removeCard", cardId);
  expect(await readKept()).toEqual({ value: { keeping: "on", ids: [] } });
  expect(await callNotes("readAnnotations")).toEqual({ value: [] });
  await callWallet(page, "kept-state.ts", "stopKeeping");
  expect(await readKept()).toEqual({ value: { keeping: "off", ids: [] } });

  function callNotes(name: string, ...args: unknown[]) {
    return callWallet(page, "annotations.ts", name, ...args);
  }

  function callKept(name: string, ...args: unknown[]) {
    return callWallet(page, "kept-receipts.ts", name, ...args);
  }

  function readKept() {
    return callWallet(page, "kept-state.ts", "describeKept");
  }
});

test("a kept receipt that was moved or damaged is left out, and the others open", {
  tag: "@long",
}, async ({ page, baseURL, request }) => {
  const { number, hashedPan } = await startWallet(page, baseURL);
  const { card, keyId } = await addCard(page, number);
  await callWallet(page, "kept-receipts.ts", "startKeeping", [], { consent });
  const payments: string[] = [];
  for (const _ of [1, 2, 3]) {
    const paymentId = await payWithCard(request, hashedPan);
    payments.push(paymentId);
    await callOpen(page, { cardId: card.cardId, keyId, paymentId });
  }
  const [damaged = "", moved = "", whole = ""] = payments;
  await page.evaluate(
    async ({ one, other }) => {
      const url = "/node_modules/idb/build/index.js";
      const { openDB } = await import(url);
      const database = await openDB("sealslip-wallet");
      const [first, second] = [
        await database.get("receipts", one),
        await database.get("receipts", other),
      ];
      first.ciphertext[5] ^= 1;
      await database.put("receipts", first);
      await database.put("receipts", { ...second, paymentId: "pay_of_somebody_else" });
      await database.delete("receipts", other);
      database.close();
    },
    { one: damaged, other: moved },
  );
  const opened = await callWallet(page, "kept-receipts.ts", "openKept", { consent });
  expect(opened).toMatchObject({ value: [[whole, { paymentId: whole }]] });
});

test("a backup brings name, place, and test number, and erasing the device leaves nothing", async ({
  page,
  baseURL,
}) => {
  const { number } = await startWallet(page, baseURL);
  const { card } = await addCard(page, number);
  await callWallet(page, "cards.ts", "nameCard", card.cardId, " Groceries ");
  await callWallet(page, "cards.ts", "arrangeCards", [card.cardId]);
  await callWallet(page, "kept-receipts.ts", "startKeeping", [], { consent });
  expect(await listCards()).toMatchObject([{ name: "Groceries", place: 0 }]);

  const passphrase = "four words of mine";
  const written = await callWallet(page, "export-backup.ts", "exportBackup", {
    consent,
    passphrase,
  });
  const { text } = (written as { value: { text: string } }).value;
  await callWallet(page, "vault.ts", "eraseDevice");
  expect(await readStorage(page)).not.toContain(card.cardId);
  const opened = await callWallet(page, "backup-file.ts", "openBackup", { text, passphrase });
  expect(opened).toMatchObject({
    value: { content: { cards: [{ name: "Groceries", place: 0 }] } },
  });

  async function listCards() {
    return ((await callWallet(page, "cards.ts", "listCards")) as { value: Card[] }).value;
  }
});
