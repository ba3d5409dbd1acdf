import { expect, type Page, test } from "@playwright/test";
import { addCard, consent, environment, listCards, startWallet } from "./wallet-modules.ts";
import { callWallet, openWalletPage } from "./wallet-page.ts";
import { connectService, type WalletService } from "./wallet-service.ts";

// What is stored while another tab stores something else.

let service: WalletService;
let number: string;

test.beforeEach(async ({ page, baseURL }) => {
  ({ service, number } = await startWallet(page, baseURL));
});

test("a card that is back in another vault gets no key of the vault that is gone", async ({
  page,
  context,
  baseURL,
}) => {
  const { card, keyId } = await addCard(page, number);
  const held = await page.evaluateHandle(
    async ({ url, given }) => (await import(url)).openHeldVault({ consent: given }),
    { url: "/lib/wallet/held-vault.ts", given: consent },
  );
  const other = await context.newPage();
  await openWalletPage(other);
  await connectService(other, baseURL ?? "");
  await other.evaluate(
    async ({ given }) => {
      const load = (file: string) => import(`/lib/wallet/${file}`);
      const { listCards: list, insertCard } = await load("cards.ts");
      const { eraseDevice, createOpenVault } = await load("vault.ts");
      const [stored] = await list();
      await eraseDevice();
      const { vaultId } = await createOpenVault({ consent: given });
      await insertCard(stored, vaultId);
    },
    { given: consent },
  );
  const calls = service.traffic.length;
  const reason = await page.evaluate(
    async ({ cardId, options, heldConsent }) => {
      const url = "/lib/wallet/rotate-card-key.ts";
      const { rotateCardKey } = await import(url);
      return await rotateCardKey(cardId, { ...options, consent: heldConsent }).catch(
        (error: unknown) => Reflect.get(Object(error), "reason"),
      );
    },
    { cardId: card.cardId, options: { environment }, heldConsent: held },
  );
  expect(reason).toBe("vault_damaged");
  expect(service.traffic).toHaveLength(calls);
  expect(await listCards(page)).toMatchObject([{ keys: [{ keyId }] }]);
});

const pins = ["730264", "915372"];

const changePin = (tab: Page, pin = "") =>
  callWallet(tab, "vault.ts", "addConsent", { consent, added: { method: "pin", pin } });

/** Holds the tab's next call of this path; with what lets it go on. */
function holdCall(tab: Page, path: string) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = tab.route(path, async (route) => {
    arrived.resolve();
    await released.promise;
    await route.fallback();
  });
  return held.then(() => ({ arrived: arrived.promise, release: released.resolve }));
}

/** However long the other tab takes. */
async function waitForAnswers(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

for (const [step, path] of [
  ["store a PIN", "**/api/wallet/pins"],
  ["prove the old one", "**/api/wallet/pins/*/confirm"],
] as const) {
  test(`of two tabs that change the PIN, the one that was about to ${step} leaves the other's`, async ({
    page,
    context,
    baseURL,
  }) => {
    const other = await context.newPage();
    await openWalletPage(other);
    await connectService(other, baseURL ?? "");
    await waitForAnswers(page);
    const held = await holdCall(page, path);
    const outcome = changePin(page, pins[0]);
    await held.arrived;
    expect(await changePin(other, pins[1])).toEqual({ value: undefined });
    held.release();
    expect(await outcome).toEqual({ reason: "consent_changed", retryAt: undefined });
    const given = { method: "pin", pin: pins[1] };
    expect(await callOpenLock(page, given)).toHaveProperty("value.vaultId");
  });
}

test("a cardholder has one card on the device, whichever backup it comes from", async ({
  page,
}) => {
  const { card } = await addCard(page, number);
  const opened = await callOpenLock(page, consent);
  const { vaultId } = (opened as { value: { vaultId: string } }).value;
  const again = { ...card, cardId: crypto.randomUUID() };
  expect(await callWallet(page, "cards.ts", "insertCard", again, vaultId)).toEqual({
    value: false,
  });
  expect(await listCards(page)).toHaveLength(1);
});

const callOpenLock = (page: Page, given: object) =>
  callWallet(page, "locks.ts", "openLock", given, { extractable: false });
