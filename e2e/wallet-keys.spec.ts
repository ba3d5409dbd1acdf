import { createHash } from "node:crypto";
import { expect, type Page, type Route, test } from "@playwright/test";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { meetingOf } from "./meeting.ts";
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
import { callWallet, openWalletPage, readStorage } from "./wallet-page.ts";
import {
  connectService,
  fetchAnswer,
  payWithCard,
  registerElsewhere,
  rotateElsewhere,
  type WalletService,
} from "./wallet-service.ts";

// What two tabs, another device, or a lost answer do to the keys on this device.

let service: WalletService;
let number: string;
let hashedPan: string;

test.beforeEach(async ({ page, baseURL }) => {
  ({ service, number, hashedPan } = await startWallet(page, baseURL));
});

test("two tabs that rotate a card at once keep each key that the service has, and a new name", async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const { card, keyId } = await addCard(page, number);
  const { cardId } = card;
  const before = await payWithCard(request, hashedPan);
  const other = await context.newPage();
  await openWalletPage(other);
  const services = [service, await connectService(other, baseURL ?? "")];

  // Both have read the card before either stores a key.
  const consented = meetingOf(2);
  for (const tab of [page, other]) {
    await tab.route("**/api/wallet/pins/*/evaluate", async (route) => {
      await consented();
      await route.fallback();
    });
  }
  const sent: string[] = [];
  const named = Promise.withResolvers<void>();
  for (const one of services) {
    one.intercept(async (route) => {
      sent.push(route.request().postDataJSON().keyId);
      await named.promise;
      return "pass";
    });
  }
  const rotations = Promise.all([callRotate(page, cardId), callRotate(other, cardId)]);
  await expect.poll(() => sent).toHaveLength(2);
  await callWallet(other, "cards.ts", "nameCard", cardId, "Groceries");
  named.resolve();
  for (const outcome of await rotations) expect(outcome).toHaveProperty("value");
  for (const one of services) one.intercept(undefined);

  const [stored] = await listCards(page);
  const keyIds = stored?.keys.map((key) => key.keyId) ?? [];
  expect(keyIds).toEqual(expect.arrayContaining([keyId, ...sent]));
  expect(stored?.keys.filter(({ state }) => state === "current")).toHaveLength(1);
  expect(stored).toMatchObject({ name: "Groceries" });
  const after = await payWithCard(request, hashedPan);
  for (const paymentId of [before, after]) {
    const sealedTo = await readSealedTo(page, cardId, paymentId);
    const opened = await callOpen(page, { cardId, paymentId, keyId: sealedTo });
    expect(opened).toHaveProperty("value.amount", 1290);
  }
});

test("a key that another device has retired meanwhile stays for its receipts, and a new one is made", async ({
  page,
  baseURL,
  request,
}) => {
  const { card } = await addCard(page, number);
  const { cardId, userId } = card;
  service.intercept(loseAnswer(baseURL));
  expect(await callRotate(page, cardId)).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const lost = (await listCards(page))[0]?.keys.find(({ state }) => state === "pending");
  const paymentId = await payWithCard(request, hashedPan);
  await rotateElsewhere(request, userId);

  expect(await callRotate(page, cardId)).toMatchObject({
    value: { keys: [{ state: "retired" }, { keyId: lost?.keyId, state: "retired" }, {}] },
  });
  const [stored] = await listCards(page);
  expect(stored?.keys.map(({ state }) => state)).toEqual(["retired", "retired", "current"]);
  const next = await payWithCard(request, hashedPan);
  const newKey = stored?.keys[2]?.keyId ?? "";
  expect(await callOpen(page, { cardId, paymentId, keyId: lost?.keyId })).toHaveProperty("value");
  expect(await callOpen(page, { cardId, paymentId: next, keyId: newKey })).toHaveProperty("value");
});

test("a registration without an answer is finished with its own key, whatever looks like its card", async ({
  page,
  baseURL,
  request,
}) => {
  const [free, taken] = [lookLike(number), lookLike(number)];
  await registerElsewhere(request, hash(taken));
  service.intercept(loseAnswer(baseURL));
  expect(await callAdd(page, number)).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const keyId = (await listCards(page))[0]?.keys[0]?.keyId;
  expect(await readStorage(page)).not.toContain(hashedPan);

  expect(await callAdd(page, taken)).toMatchObject({ reason: "card_taken" });
  expect(await callAdd(page, free)).toHaveProperty("value");
  expect(await callAdd(page, number)).toMatchObject({
    value: { card: { keys: [{ keyId, state: "current" }] } },
  });
  expect(await listCards(page)).toHaveLength(2);
});

test("no key is stored once its vault is gone", async ({ page, context }) => {
  const other = await context.newPage();
  await openWalletPage(other);
  const held = await page.evaluateHandle(
    async ({ url, given }) => (await import(url)).openHeldVault({ consent: given }),
    { url: "/lib/wallet/held-vault.ts", given: consent },
  );
  await callWallet(other, "vault.ts", "eraseDevice");
  const calls = service.traffic.length;
  const added = { number, isTestCard: false };
  for (const [file, name, given] of [
    ["add-card.ts", "addCard", added],
    ["kept-receipts.ts", "startKeeping", []],
  ] as const) {
    const reason = await page.evaluate(
      async ({ url, functionName, first, options, heldConsent }) => {
        const module = await import(url);
        return await module[functionName](first, { ...options, consent: heldConsent }).catch(
          (error: unknown) => Reflect.get(Object(error), "reason"),
        );
      },
      {
        url: `/lib/wallet/${file}`,
        functionName: name,
        first: given,
        options: { environment },
        heldConsent: held,
      },
    );
    expect(reason, name).toBe("vault_damaged");
  }
  expect(service.traffic).toHaveLength(calls);
  expect(await listCards(page)).toEqual([]);
});

test("a card that another tab removes leaves nothing, and holds up neither its receipt nor other cards", async ({
  page,
  context,
  request,
}) => {
  const { card, keyId } = await addCard(page, number);
  const { cardId } = card;
  const { card: kept } = await addCard(page, createTestCardNumber());
  const paymentId = await payWithCard(request, hashedPan);
  const other = await context.newPage();
  await openWalletPage(other);

  service.intercept(async (_, path) => {
    if (path.endsWith("/envelope")) await callWallet(other, "cards.ts", "removeCard", cardId);
    return "pass";
  });
  const opened = await callOpen(page, { cardId, paymentId, keyId });
  expect(opened).toHaveProperty("value.amount", 1290);
  await callWallet(page, "known-lists.ts", "markSeen", [{ cardId, paymentId }]);
  await callWallet(page, "cards.ts", "arrangeCards", [cardId, kept.cardId]);
  expect(await listCards(page)).toMatchObject([{ cardId: kept.cardId, place: 1 }]);
  expect(await readStorage(page)).not.toContain(cardId);
});

const hash = (digits: string) => createHash("sha256").update(digits).digest("hex");

/** The service takes the call, and its answer gets lost. */
function loseAnswer(baseURL = "") {
  return async (route: Route) => {
    await fetchAnswer(route, baseURL);
    await route.abort("connectionreset");
    return "handled" as const;
  };
}

/** Another number with the same last four digits. */
function lookLike(digits: string): string {
  for (;;) {
    const other = createTestCardNumber();
    if (other.slice(-4) === digits.slice(-4) && other !== digits) return other;
  }
}

async function readSealedTo(page: Page, cardId: string, paymentId: string): Promise<string> {
  const card = (await listCards(page)).find((one) => one.cardId === cardId);
  const outcome = await callWallet(page, "list-receipts.ts", "listCardReceipts", card);
  const { receipts } = (outcome as { value: { receipts: { paymentId: string; keyId: string }[] } })
    .value;
  return receipts.find((one) => one.paymentId === paymentId)?.keyId ?? "";
}
