import { expect, type Page } from "@playwright/test";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import type { MerchantSigningKey } from "#lib/crypto/seal-receipt.ts";
import { sealFor } from "#lib/testing/seal-at-till.ts";
import { loseFileWith } from "./late-files.ts";
import { lookOver } from "./look-over.ts";
import { honestService, makeUpReceipts, type Service, swapKeys } from "./lying-service.ts";
import { test as base } from "./merchant-request.ts";
import { addCard, confirmWithPin, enterWallet, openReceipt } from "./wallet-screens.ts";

// A service that lies to tills and wallets, which the wallet finds out.

type Sale = { service?: Service; signingKey?: MerchantSigningKey | undefined };

type Shop = {
  service: Service;
  signingKey: MerchantSigningKey;
  /** Sells to the card of the wallet, by the honest service unless another is given. */
  sell(sale?: Sale): Promise<string>;
};

/** A wallet with a card that knows the key of a shop by one receipt, which was sealed at the till. */
const test = base.extend<{ hashedPan: string; shop: Shop }>({
  hashedPan: async ({ page }, use) => {
    await enterWallet(page);
    await use((await addCard(page)).hashedPan);
  },
  shop: async ({ page, merchant, hashedPan }, use) => {
    const shop = await openShop(honestService(merchant), hashedPan);
    await open(page, await shop.sell());
    await expect(
      page.getByText(
        "Sealed at the till for this device, signed with a key that this wallet has not seen before",
      ),
    ).toBeVisible();
    await use(shop);
  },
});

async function openShop(honest: Service, hashedPan: string): Promise<Shop> {
  const recipient = { recipientHashedPan: hashedPan };
  const signingKey = await createSigningKey();
  async function sell(sale: Sale = {}): Promise<string> {
    const { service = honest } = sale;
    const reservation = await service.prepare(recipient);
    return await service.create(await seal(reservation, { signingKey, ...sale }));
  }

  async function seal(
    reservation: Awaited<ReturnType<Service["prepare"]>>,
    { signingKey: key }: Sale,
  ) {
    const sealing = { recipient, ...(key && { signingKey: key }) };
    return (await sealFor(reservation, sealing)).body;
  }

  return { service: honest, signingKey, sell };
}

async function createSigningKey(): Promise<MerchantSigningKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

async function open(page: Page, paymentId: string): Promise<void> {
  await page.goto(`/wallet/receipts/${paymentId}`);
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toBeVisible();
}

const GOOD =
  /^Sealed at the till for this device, signed by a key that this wallet knows since .*20\d\d$/;
/** What "Behind the scenes" says of the service. */
const NEVER_HAD = "this receipt, which the till sealed to your key";
const alarm = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Do not rely on this receipt" });

async function expectAlarm(page: Page, title: string): Promise<void> {
  await expect(alarm(page)).toContainText(title);
  await expect(page.getByText(GOOD)).toHaveCount(0);
  const [warned, paper] = [
    await alarm(page).boundingBox(),
    await page.locator(".print-slip").boundingBox(),
  ];
  expect(warned?.y).toBeLessThan(paper?.y ?? 0);
}

test("without a lie, the wallet knows the shop's key", async ({ page, shop }) => {
  await open(page, await shop.sell());
  await expect(page.getByText(GOOD)).toBeVisible();
  await expect(alarm(page)).toHaveCount(0);
  await expect(page.getByText(NEVER_HAD)).toBeVisible();
  await lookOver(page);
  await page.getByRole("link", { name: "All receipts" }).click();
  await expect(page.getByRole("img", { name: "Signed with a known key" })).toBeVisible();
});

test("a key that was swapped at prepare is not this device's", async ({ page, shop }) => {
  const service = await swapKeys(shop.service);
  await open(page, await shop.sell({ service }));
  await expectAlarm(page, "Sealed for a key that is not this device’s");
  await expect(page.getByText(NEVER_HAD)).toHaveCount(0);
  await lookOver(page);
  await page.getByRole("link", { name: "All receipts" }).click();
  const mark = page.getByRole("img", { name: "Sealed for a key that is not this device’s" });
  await expect(mark).toBeVisible();
  // What was in it is forgotten with the page.
  await page.reload();
  await expect(page.getByRole("img", { name: "Do not rely on this receipt" })).toHaveCount(1);
});

test("a swapped key that the service hides breaks the signature", async ({ page, shop }) => {
  const service = await swapKeys(shop.service, (content, sealedTo) => ({ ...content, sealedTo }));
  await open(page, await shop.sell({ service }));
  await expectAlarm(page, "The signature does not match");
  await expect(alarm(page)).toContainText("Differs in sealedTo");
});

test("a signature that was dropped on the way is missed", async ({ page, shop }) => {
  const service = await swapKeys(
    shop.service,
    ({ merchantSignature: _, ...content }, sealedTo) => ({
      ...content,
      sealedTo,
    }),
  );
  await open(page, await shop.sell({ service }));
  await expectAlarm(page, "Not signed, although this shop has signed before");
  await lookOver(page);
});

test("a receipt that was made up for a sale lacks the shop's signature", async ({ page, shop }) => {
  const service = makeUpReceipts(shop.service, async (body, { publicKey, paymentId }) => {
    const { sealedReceipt: _sealed, reservation: _reservation, ...clear } = body;
    const { recipientHashedPan: _pan, ...references } = clear;
    const sealedTo = (await importPublicKey(publicKey)).thumbprint;
    const claims = { paymentId, sealedTo, sealedAt: "till" };
    return { ...references, merchantName: "Corner Bakery", ...claims };
  });
  await open(page, await shop.sell({ service }));
  await expectAlarm(page, "Not signed, although this shop has signed before");
});

test("a receipt that someone else signs in the shop's name has a new key", async ({
  page,
  shop,
}) => {
  const signingKey = await createSigningKey();
  await open(page, await shop.sell({ signingKey }));
  await expectAlarm(page, "Signed with another key than before");
  await expect(page.getByText(/Sealed at the till/)).toHaveCount(0);
  await lookOver(page);
});

test("an alarm is printed above the paper, which has no code for returns", async ({
  page,
  shop,
}) => {
  const code = page.getByText("For returns, show this code.");
  await expect(code).toBeVisible();
  await open(page, await shop.sell({ signingKey: await createSigningKey() }));
  await page.emulateMedia({ media: "print" });
  await expectAlarm(page, "Signed with another key than before");
  await expect(alarm(page)).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeHidden();
});

test("an old key that the till was given is known as one", async ({ page, shop, hashedPan }) => {
  const old = await shop.service.prepare({ recipientHashedPan: hashedPan });
  await rotateKey(page);
  const inTime = await shop.sell({ service: { ...shop.service, prepare: async () => old } });
  await open(page, inTime);
  await expect(page.getByText(GOOD)).toBeVisible();
  await ageReplacedKey(page, { hoursAgo: 25 });
  await open(page, inTime);
  await expectAlarm(page, "Sealed for a key that this device had replaced");
  await lookOver(page);
});

test("a check that does not load is an alarm", async ({ page, shop }) => {
  const paymentId = await shop.sell();
  // Of the check alone.
  await loseFileWith(page, "^key_[\\w-]{43}$");
  await open(page, paymentId);
  await expectAlarm(page, "This receipt could not be checked");
  await page.getByRole("link", { name: "All receipts" }).click();
  // What the fixture opened is kept, and cannot be checked either.
  const mark = page.getByRole("img", { name: "This receipt could not be checked" });
  await expect(mark.first()).toBeVisible();
});

test("a till without a signing key proves nothing more than that", async ({
  page,
  hashedPan,
  merchant,
}) => {
  const unsigned = await openShop(honestService(merchant), hashedPan);
  await open(page, await unsigned.sell({ signingKey: undefined }));
  await expect(page.getByText("Sealed at the till", { exact: true })).toBeVisible();
  await expect(page.getByText("The shop did not sign it.")).toBeVisible();
  await lookOver(page);
});

test("something else than a receipt is named as that, and stays in the list", async ({
  page,
  hashedPan,
  merchant,
}) => {
  const honest = honestService(merchant);
  const service = makeUpReceipts(honest, async () => ({ note: "not a receipt" }));
  const paymentId = await (await openShop(service, hashedPan)).sell();
  await page.goto(`/wallet/receipts/${paymentId}`);
  await openReceipt(page);
  await confirmWithPin(page);
  // With a full stop, it stands behind the scenes, too.
  const note = page.getByText("What is sealed inside is not a receipt", { exact: true });
  await expect(note).toBeVisible();
  await expect(page.getByRole("button", { name: "Open on this device" })).toBeEnabled();
});

async function rotateKey(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Cards", exact: true }).click();
  await page.locator("a[href^='/wallet/cards/']").last().click();
  await page.getByRole("button", { name: "Create a new key" }).click();
  await confirmWithPin(page);
  await expect(page.getByText("For older receipts")).toBeVisible();
}

/** As if the cardholder had replaced the key that long ago. */
async function ageReplacedKey(page: Page, { hoursAgo }: { hoursAgo: number }): Promise<void> {
  const replacedAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  await page.evaluate(async (at) => {
    const database = await settle(indexedDB.open("sealslip-wallet"));
    const cards = database.transaction("cards", "readwrite").objectStore("cards");
    for (const card of await settle(cards.getAll())) {
      for (const key of card.keys) if (key.state === "retired") key.replacedAt = at;
      await settle(cards.put(card));
    }
    database.close();

    function settle<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
  }, replacedAt);
}
