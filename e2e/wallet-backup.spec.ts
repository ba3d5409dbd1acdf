import { createHash } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { sealFor } from "#lib/testing/seal-at-till.ts";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { honestService, makeUpReceipts } from "./lying-service.ts";
import { test } from "./merchant-request.ts";
import { seedVault } from "./seed-vault.ts";
import {
  callWallet,
  type Outcome,
  openWalletPage,
  previousValue,
  readObservations,
  readStorage,
} from "./wallet-page.ts";
import { connectService, eraseCardholder, fetchAnswer, payWithCard } from "./wallet-service.ts";

const environment = "development";
const consent = { method: "pin", pin: "481597" };
const passphrase = "four words of mine";

async function openVault(page: Page, baseURL: string | undefined, pin: string) {
  await openWalletPage(page);
  const service = await connectService(page, baseURL ?? "");
  await seedVault(page, pin);
  return service;
}

/** Another browser profile, which knows nothing yet. */
async function openOther(browser: Browser, baseURL: string | undefined) {
  const page = await (await browser.newContext()).newPage();
  const service = await openVault(page, baseURL, "730264");
  return { page, service };
}

async function addCard(page: Page) {
  const number = createTestCardNumber();
  const hashedPan = createHash("sha256").update(number).digest("hex");
  const outcome = await callWallet(
    page,
    "add-card.ts",
    "addCard",
    { number, isTestCard: false },
    {
      consent,
      environment,
    },
  );
  if (!("value" in outcome)) throw new Error(`The card was not added: ${outcome.reason}`);
  const { card } = outcome.value as {
    card: { cardId: string; userId: string; keys: { keyId: string }[] };
  };
  const { cardId, userId, keys } = card;
  return { number, hashedPan, cardId, userId, keyId: keys[0]?.keyId ?? "" };
}

async function exportText(page: Page): Promise<string> {
  const outcome = await callWallet(page, "export-backup.ts", "exportBackup", {
    consent,
    passphrase,
    observe: true,
  });
  if (!("value" in outcome)) throw new Error(`No backup: ${outcome.reason}`);
  return (outcome.value as { text: string }).text;
}

async function restore(page: Page, text: string, given = passphrase): Promise<Outcome> {
  const opened = await callWallet(page, "backup-file.ts", "openBackup", {
    text,
    passphrase: given,
  });
  if ("reason" in opened) return opened;
  return await callWallet(page, "import-backup.ts", "importBackup", {
    backup: previousValue,
    consent: { method: "pin", pin: "730264" },
    observe: true,
  });
}

const observedKinds = async (page: Page) => (await readObservations(page)).map(({ kind }) => kind);

test("a backup restores on another browser profile, proven by a receipt", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  await openVault(page, baseURL, consent.pin);
  const { hashedPan, cardId, keyId } = await addCard(page);
  const paymentId = await payWithCard(request, hashedPan);
  const text = await exportText(page);
  expect(await observedKinds(page)).toEqual(["called", "called", "consented", "backup_written"]);

  const other = await openOther(browser, baseURL);
  const restored = await restore(other.page, text);
  expect(restored).toMatchObject({ value: [{ proof: "receipt", card: { cardId } }] });
  expect(await observedKinds(other.page)).toEqual([
    "called",
    "called",
    "consented",
    "called",
    "called",
    "called",
    "envelope_received",
    "opened",
  ]);

  const opened = await callWallet(
    other.page,
    "receipts.ts",
    "openWithConsent",
    { cardId, paymentId, keyId },
    { consent: { method: "pin", pin: "730264" }, environment },
  );
  expect(opened).toMatchObject({ value: { amount: 1290 } });

  // Again, over what is there: nothing is doubled.
  expect(await restore(other.page, text)).toMatchObject({
    value: [{ card: { keys: [{ keyId }] } }],
  });
  expect(await callWallet(other.page, "cards.ts", "listCards")).toMatchObject({
    value: [{ cardId, keys: [{ keyId, state: "current" }] }],
  });
});

test("what tills have sealed wrongly does not keep a backup from being restored", async ({
  page,
  browser,
  baseURL,
  merchant,
}) => {
  await openVault(page, baseURL, consent.pin);
  const { hashedPan, cardId } = await addCard(page);
  const text = await exportText(page);
  const recipient = { recipientHashedPan: hashedPan };
  const service = honestService(merchant);
  const { publicKey } = await generateKeyPair();
  const reservation = await service.prepare(recipient);
  const wrong = await sealFor({ ...reservation, publicKey }, { recipient });
  const paymentId = await service.create(wrong.body);

  const first = await openOther(browser, baseURL);
  expect(await restore(first.page, text)).toMatchObject({ value: [{ proof: "self_test" }] });
  const keyId = reservation.keyId;
  const reference = { cardId, paymentId, keyId, sealedAt: "till" };
  const options = { consent: { method: "pin", pin: "730264" }, environment };
  expect(
    await callWallet(first.page, "receipts.ts", "openWithConsent", reference, options),
  ).toMatchObject({ reason: "wrongly_sealed" });

  const other = makeUpReceipts(service, async () => ({ note: "no receipt" }));
  const reserved = await other.prepare(recipient);
  await other.create((await sealFor(reserved, { recipient })).body);
  const second = await openOther(browser, baseURL);
  expect(await restore(second.page, text)).toMatchObject({ value: [{ proof: "receipt" }] });
});

test("without a receipt the keys are tried on themselves, and a card that was erased is left out", {
  tag: "@long",
}, async ({ page, browser, baseURL, request }) => {
  const service = await openVault(page, baseURL, consent.pin);
  const erased = await addCard(page);
  const { cardId } = await addCard(page);
  const early = await exportText(page);
  // The service has the new key, and the wallet does not know that.
  service.intercept(async (route) => {
    await fetchAnswer(route, baseURL ?? "");
    await route.abort();
    return "handled";
  });
  const rotated = await callWallet(page, "rotate-card-key.ts", "rotateCardKey", cardId, {
    consent,
    environment,
  });
  expect(rotated).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const text = await exportText(page);
  await eraseCardholder(request, erased.userId);

  const other = await openOther(browser, baseURL);
  expect(await restore(other.page, early)).toHaveProperty("value");
  expect(await restore(other.page, text)).toMatchObject({
    value: [
      { proof: null, card: { cardId: erased.cardId } },
      { proof: "self_test", card: { cardId } },
    ],
  });
  expect(await callWallet(other.page, "cards.ts", "listCards")).toMatchObject({
    value: [{ cardId, keys: [{ state: "current" }, { state: "pending" }] }],
  });
});

test("the file tells nothing without its passphrase", async ({ page, baseURL }) => {
  await openVault(page, baseURL, consent.pin);
  const { number, hashedPan, cardId, keyId } = await addCard(page);
  const text = await exportText(page);
  for (const secret of [number, number.slice(-4), hashedPan, cardId, keyId, passphrase, "BEGIN"]) {
    expect(text).not.toContain(secret);
  }
});

test("a weak passphrase makes no file, a wrong PIN neither", async ({ page, baseURL }) => {
  await openVault(page, baseURL, consent.pin);
  const call = (given: object) => callWallet(page, "export-backup.ts", "exportBackup", given);
  expect(await call({ consent, passphrase: "  too short   " })).toMatchObject({
    reason: "weak_passphrase",
  });
  const wrong = { method: "pin", pin: "111222" };
  expect(await call({ consent: wrong, passphrase })).toMatchObject({ reason: "wrong_pin" });
});

test("what is not a whole backup is refused, and nothing of it is kept", async ({
  page,
  browser,
  baseURL,
}) => {
  await openVault(page, baseURL, consent.pin);
  await addCard(page);
  const text = await exportText(page);
  const file = JSON.parse(text);
  const { page: other, service } = await openOther(browser, baseURL);
  const cheap = { ...file.keyDerivation, iterations: 1000 };
  const endless = { ...file.keyDerivation, iterations: 1e12 };
  const flipped = (file.ciphertext.startsWith("A") ? "B" : "A") + file.ciphertext.slice(1);
  const cases: [name: string, text: string, passphrase: string, reason: string][] = [
    ["no JSON", "hello", passphrase, "not_a_backup"],
    ["another JSON", "{}", passphrase, "not_a_backup"],
    ["a later version", JSON.stringify({ ...file, version: 2 }), passphrase, "not_a_backup"],
    [
      "a cheap derivation",
      JSON.stringify({ ...file, keyDerivation: cheap }),
      passphrase,
      "not_a_backup",
    ],
    [
      "an endless derivation",
      JSON.stringify({ ...file, keyDerivation: endless }),
      passphrase,
      "not_a_backup",
    ],
    ["another passphrase", text, "four words of yours", "wrong_passphrase"],
    [
      "another date",
      JSON.stringify({ ...file, createdAt: "2020-01-01T00:00:00.000Z" }),
      passphrase,
      "wrong_passphrase",
    ],
    [
      "a changed ciphertext",
      JSON.stringify({ ...file, ciphertext: flipped }),
      passphrase,
      "wrong_passphrase",
    ],
  ];
  for (const [name, changed, given, reason] of cases) {
    expect(await restore(other, changed, given), name).toMatchObject({ reason });
  }
  service.intercept(async (route) => {
    await route.abort();
    return "handled";
  });
  expect(await restore(other, text), "service away").toMatchObject({ reason: "service_down" });
  expect(await callWallet(other, "cards.ts", "listCards")).toEqual({ value: [] });
  expect(await readStorage(other)).not.toContain("publicKey");
});

test("a backup carries which keys were seen on receipts, and under which name", async ({
  page,
  browser,
  baseURL,
}) => {
  await openVault(page, baseURL, consent.pin);
  const signed = { thumbprint: "k1", merchantName: "Quay Bakery", paymentId: "pay_1" };
  const recognize = (on: Page, given: object) =>
    callWallet(on, "signers.ts", "recognizeSigner", given);
  // Before the first consent nothing can be looked up.
  expect(await recognize(page, signed)).toEqual({ value: undefined });
  await exportText(page);
  expect(await recognize(page, signed)).toEqual({ value: { kind: "first" } });
  expect(await readStorage(page)).not.toContain(signed.merchantName);

  const text = await exportText(page);
  expect(text).not.toContain(signed.merchantName);
  const { page: other } = await openOther(browser, baseURL);
  expect(await restore(other, text)).toEqual({ value: [] });
  const next = { ...signed, paymentId: "pay_2" };
  expect(await recognize(other, next)).toMatchObject({ value: { kind: "seen" } });
  expect(await recognize(other, { ...next, thumbprint: "k2" })).toEqual({
    value: { kind: "new_key" },
  });
});
