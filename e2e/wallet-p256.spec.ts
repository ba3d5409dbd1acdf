import { expect, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { seedVault } from "./seed-vault.ts";
import { tabTo } from "./tab-to.ts";
import {
  addCard,
  callAdd,
  callOpen,
  callRotate,
  consent,
  environment,
  listCards,
  startWallet,
} from "./wallet-modules.ts";
import { callWallet, openWalletPage, previousValue, readObservations } from "./wallet-page.ts";
import * as screens from "./wallet-screens.ts";
import { connectService, fetchAnswer, payWithCard } from "./wallet-service.ts";

// Cards whose receipts are sealed to keys on P-256, which phones' hardware can keep.

const passphrase = "four words in a row";

test("a card gets a P-256 key, and rotates to RSA and back", async ({ page, request, baseURL }) => {
  const { number, hashedPan } = await startWallet(page, baseURL);
  const { card, keyId } = await addCard(page, number, "P-256");
  const { cardId } = card;
  const made = (await readObservations(page)).find(({ kind }) => kind === "key_made");
  expect(made).toMatchObject({ keyId, keyKind: "P-256" });
  const paymentIds = [await payWithCard(request, hashedPan)];
  for (const kind of ["RSA-2048", "P-256"] as const) {
    expect(await callRotate(page, cardId, kind)).toHaveProperty("value");
    paymentIds.push(await payWithCard(request, hashedPan));
  }
  const keys = (await listCards(page))[0]?.keys ?? [];
  expect(keys.map(({ state }) => state)).toEqual(["retired", "retired", "current"]);
  const algorithms: unknown[] = [];
  for (const [place, paymentId] of paymentIds.entries()) {
    const reference = { cardId, paymentId, keyId: keys[place]?.keyId };
    expect(await callOpen(page, reference)).toHaveProperty("value.amount", 1290);
    const seen = await readObservations(page);
    const received = seen.find(({ kind }) => kind === "envelope_received");
    algorithms.push(Reflect.get(Object(received?.envelope), "header").alg);
  }
  expect(algorithms).toEqual(["ECDH-ES+A256KW", "RSA-OAEP-256", "ECDH-ES+A256KW"]);
});

test("a rotation whose answer was lost does not decide the type of the next key", async ({
  page,
  request,
  baseURL,
}) => {
  const { service, number, hashedPan } = await startWallet(page, baseURL);
  const { card } = await addCard(page, number);
  const { cardId } = card;
  service.intercept(async (route) => {
    await fetchAnswer(route, baseURL ?? "");
    await route.abort("connectionreset");
    return "handled";
  });
  expect(await callRotate(page, cardId)).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const between = await payWithCard(request, hashedPan);
  expect(await callRotate(page, cardId, "P-256")).toHaveProperty("value");
  const after = await payWithCard(request, hashedPan);

  const [, lost, current] = (await listCards(page))[0]?.keys ?? [];
  expect([lost?.state, current?.state]).toEqual(["retired", "current"]);
  for (const [paymentId, key, alg] of [
    [between, lost, "RSA-OAEP-256"],
    [after, current, "ECDH-ES+A256KW"],
  ] as const) {
    const reference = { cardId, paymentId, keyId: key?.keyId };
    expect(await callOpen(page, reference)).toHaveProperty("value.amount", 1290);
    const seen = await readObservations(page);
    expect(seen).toContainEqual(
      expect.objectContaining({
        kind: "envelope_received",
        envelope: expect.objectContaining({ header: expect.objectContaining({ alg }) }),
      }),
    );
  }
});

test("a backup restores keys of both kinds, each tested", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const { number, hashedPan } = await startWallet(page, baseURL);
  const { card } = await addCard(page, number);
  const { cardId } = card;
  const early = await payWithCard(request, hashedPan);
  expect(await callRotate(page, cardId, "P-256")).toHaveProperty("value");
  const late = await payWithCard(request, hashedPan);
  const [old, current] = (await listCards(page))[0]?.keys ?? [];
  const exported = await callWallet(page, "export-backup.ts", "exportBackup", {
    consent,
    passphrase,
  });
  const { text } = Reflect.get(exported, "value") as { text: string };

  const other = await (await browser.newContext()).newPage();
  await openWalletPage(other);
  await connectService(other, baseURL ?? "");
  await seedVault(other);
  await callWallet(other, "backup-file.ts", "openBackup", { text, passphrase });
  const imported = { backup: previousValue, consent, environment };
  expect(await callWallet(other, "import-backup.ts", "importBackup", imported)).toMatchObject({
    value: [{ proof: "receipt", card: { cardId } }],
  });
  for (const [paymentId, key] of [
    [early, old],
    [late, current],
  ] as const) {
    const reference = { cardId, paymentId, keyId: key?.keyId };
    expect(await callOpen(other, reference)).toHaveProperty("value.amount", 1290);
  }
});

test("a P-256 key that is not the pair of its public key is not restored", async ({
  page,
  baseURL,
}) => {
  const { number } = await startWallet(page, baseURL);
  await addCard(page, number, "P-256");
  const wrong = await page.evaluate(async () => {
    const { unwrapBackupKey, bindBackupKey } = await import("/lib/wallet/backup-file.ts" as string);
    const { wrapKey } = await import("/lib/wallet/gcm-wrap.ts" as string);
    const { generateP256Keys } = await import("/lib/crypto/p256-keys.ts" as string);
    const { encodeBase64Url } = await import("/lib/crypto/bytes.ts" as string);
    const { formatPem } = await import("/lib/crypto/key-text.ts" as string);
    const under = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "wrapKey",
      "unwrapKey",
    ]);
    const [one, other] = await Promise.all([
      generateP256Keys({ extractable: true }),
      generateP256Keys({ extractable: true }),
    ]);
    const spki = await crypto.subtle.exportKey("spki", one.publicKey);
    const publicKey = formatPem("PUBLIC KEY", new Uint8Array(spki));
    const outcomes: string[] = [];
    for (const { privateKey } of [one, other]) {
      const binding = bindBackupKey("card", "key");
      const { iv, wrapped } = await wrapKey({ key: privateKey, under, binding });
      const key = {
        keyId: "key",
        publicKey,
        iv: encodeBase64Url(iv),
        wrapped: encodeBase64Url(wrapped),
      };
      outcomes.push(
        await unwrapBackupKey({ cardId: "card", key }, under).then(
          () => "restored",
          (error: { reason: string }) => error.reason,
        ),
      );
    }
    return outcomes;
  });
  expect(wrong).toEqual(["restored", "backup_not_proven"]);
});

test("a registration that an earlier version left unfinished is finished with its own key", async ({
  page,
  baseURL,
}) => {
  const { service, number, hashedPan } = await startWallet(page, baseURL);
  service.intercept(async (route) => {
    await route.abort();
    return "handled";
  });
  expect(await callAdd(page, number)).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const keyId = (await listCards(page))[0]?.keys[0]?.keyId;
  await page.evaluate(async (hash) => {
    const { openDB } = await import("/node_modules/idb/build/index.js" as string);
    const { importPublicKey } = await import("/lib/crypto/recipient-key.ts" as string);
    const database = await openDB("sealslip-wallet");
    const [card] = await database.getAll("cards");
    const { key } = await importPublicKey(card.keys[0].publicKey);
    const encode = (text: string) => new TextEncoder().encode(text);
    const oaep = { name: "RSA-OAEP", label: encode("sealslip card number") };
    const sealed = await crypto.subtle.encrypt(oaep, key, encode(hash));
    const unfinished = { kind: "sealed", hash: new Uint8Array(sealed) };
    await database.put("cards", { ...card, unfinished });
    database.close();
  }, hashedPan);
  expect(await callAdd(page, number)).toMatchObject({
    value: { card: { keys: [{ keyId, state: "current" }] } },
  });
});

test("the type of a key is chosen at a card, by keyboard alone", async ({ page, request }) => {
  await screens.enterWallet(page);
  const { hashedPan } = await screens.typeTestCard(page);
  await tabTo(page, page.getByLabel("Key type"));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Key type")).toHaveValue("P-256");
  await lookOver(page);
  await tabTo(page, page.getByRole("button", { name: "Add this card" }));
  await page.keyboard.press("Enter");
  await screens.confirmWithPin(page);
  await expect(page.getByText("Its key, in words")).toBeVisible();
  await expect(page.getByText("A P-256 key pair was generated.")).toBeVisible();

  await payWithCard(request, hashedPan);
  await screens.goToReceipt(page);
  await screens.openReceipt(page);
  await screens.confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");

  await page.getByRole("link", { name: "Cards", exact: true }).click();
  await page.locator("a[href^='/wallet/cards/']:not([href$=add])").click();
  await expect(page.getByRole("main").getByRole("article")).toContainText("P-256");
  await expect(page.getByLabel("Type of a new key")).toHaveValue("P-256");
  await page.getByLabel("Type of a new key").selectOption("RSA-2048");
  await page.getByRole("button", { name: "Create a new key" }).click();
  await screens.confirmWithPin(page);
  await expect(page.getByText("For older receipts")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("RSA-2048");
  await lookOver(page);
});
