import { expect, type Page, test } from "@playwright/test";
import { meetingOf } from "./meeting.ts";
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

test("two tabs that change the PIN at once leave one that opens, and the other tab says so", async ({
  page,
  context,
  baseURL,
}) => {
  const other = await context.newPage();
  await openWalletPage(other);
  await connectService(other, baseURL ?? "");
  const chosen = meetingOf(2);
  for (const tab of [page, other]) {
    await tab.route("**/api/wallet/pins", async (route) => {
      await chosen();
      await route.fallback();
    });
  }
  const pins = ["730264", "915372"];
  const outcomes = await Promise.all(
    [page, other].map((tab, at) =>
      callWallet(tab, "vault.ts", "addConsent", {
        consent,
        added: { method: "pin", pin: pins[at] },
      }),
    ),
  );
  expect(outcomes).toContainEqual({ value: undefined });
  expect(outcomes).toContainEqual({ reason: "consent_changed", retryAt: undefined });
  const stored = pins[outcomes.findIndex((outcome) => "value" in outcome)];
  const given = { method: "pin", pin: stored };
  expect(await callOpenLock(page, given)).toHaveProperty("value.vaultId");
});

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
