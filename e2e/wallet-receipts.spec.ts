import { createHash } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { createTestCardNumber } from "#lib/wallet/test-cards.ts";
import {
  addAuthenticator,
  callWallet,
  damageCards,
  openWalletPage,
  readObservations,
  readStorage,
} from "./wallet-page.ts";
import { connectService, fetchAnswer, payWithCard, type WalletService } from "./wallet-service.ts";

const environment = "development";
const consent = { method: "pin", pin: "481597" };

type Card = { cardId: string; keys: { keyId: string; state: string }[] };
type Added = { card: Card; deliveredReceipts: number };

let service: WalletService;
let number: string;
let hashedPan: string;

test.beforeEach(async ({ page, baseURL }) => {
  await openWalletPage(page);
  service = await connectService(page, baseURL ?? "");
  number = createTestCardNumber();
  hashedPan = createHash("sha256").update(number).digest("hex");
  await callWallet(page, "vault.ts", "createVault", consent);
});

const callAdd = (page: Page) =>
  callWallet(page, "add-card.ts", "addCard", number, { consent, environment, observe: true });
const callOpen = (page: Page, reference: object, given: object = consent) =>
  callWallet(page, "open-receipt.ts", "openWithConsent", reference, {
    consent: given,
    environment,
    observe: true,
  });

async function addCard(page: Page): Promise<Added & { keyId: string }> {
  const outcome = await callAdd(page);
  if (!("value" in outcome)) throw new Error(`The card was not added: ${outcome.reason}`);
  const added = outcome.value as Added;
  return { ...added, keyId: added.card.keys[0]?.keyId ?? "" };
}

test("a card is added, paid with, and its receipt opened by finger and by PIN", async ({
  page,
  request,
}) => {
  await addAuthenticator(page);
  const added = { method: "passkey", accountName: "Test" };
  await callWallet(page, "vault.ts", "addConsent", { consent, added });
  const { card, keyId } = await addCard(page);
  const kinds = (await readObservations(page)).map(({ kind }) => kind);
  expect(kinds).toEqual(["card_hashed", "consented", "key_made", "key_stored", "called"]);

  const paymentId = await payWithCard(request, hashedPan, { loyalty: { points: 7 } });
  const reference = { cardId: card.cardId, paymentId, keyId };
  for (const given of [consent, { method: "passkey" }]) {
    expect(await callOpen(page, reference, given)).toMatchObject({
      value: {
        merchantName: "Corner Bakery",
        amount: 1290,
        currency: "eur",
        loyalty: { points: 7 },
      },
    });
  }
  const observed = await readObservations(page);
  expect(observed).toMatchObject([
    { kind: "consented", method: "passkey" },
    {
      kind: "called",
      path: "/api/v1/keys/grant-access",
      status: 201,
      sent: ["userId", "keyId", "paymentId", "consentMethod"],
    },
    {
      kind: "called",
      path: "/api/v1/payments/envelope",
      status: 200,
      sent: ["paymentId", "tokenId"],
    },
    { kind: "envelope_received", envelope: { header: { alg: "RSA-OAEP-256", kid: keyId } } },
    { kind: "opened", keyId },
  ]);
  const spent = observed.reduce((sum, { milliseconds }) => sum + Number(milliseconds ?? 0), 0);
  process.stdout.write(`From consent asked to receipt opened: ${Math.round(spent)} ms\n`);
  expect(spent).toBeLessThan(300);
});

test("neither the traffic nor the storage holds the number, the PIN, the key or the receipt", async ({
  page,
  request,
}) => {
  const { card, keyId } = await addCard(page);
  const paymentId = await payWithCard(request, hashedPan, { merchantName: "Whisper & Sons" });
  const opened = await callOpen(page, { cardId: card.cardId, paymentId, keyId });
  expect(opened).toMatchObject({ value: { merchantName: "Whisper & Sons" } });

  const sent = service.traffic.join("\n");
  const stored = await readStorage(page);
  expect(service.traffic).toHaveLength(3);
  for (const [place, text] of Object.entries({ sent, stored, answers: service.answers.join() })) {
    for (const secret of [number, consent.pin, "Whisper", "PRIVATE KEY"]) {
      expect(text, `${place} and ${secret}`).not.toContain(secret);
    }
  }
  // It travels once, to registration, and stays nowhere.
  expect(sent.split(hashedPan)).toHaveLength(2);
  expect(stored).not.toContain(hashedPan);
  // PKCS#8 of RSA begins with this object identifier; a public key's PEM is base64.
  expect(stored).not.toContain("06092a864886f70d010101");
  expect(stored).toContain(keyId);
});

test("receipts that waited in escrow are handed over with the card", async ({ page, request }) => {
  const payments = [await payWithCard(request, hashedPan), await payWithCard(request, hashedPan)];
  const { card, keyId, deliveredReceipts } = await addCard(page);
  expect(deliveredReceipts).toBe(2);
  for (const paymentId of payments) {
    const opened = await callOpen(page, { cardId: card.cardId, paymentId, keyId });
    expect(opened).toMatchObject({ value: { amount: 1290 } });
  }
});

test("a registration whose answer was lost is finished by adding the card again", async ({
  page,
  baseURL,
}) => {
  service.intercept(async (route) => {
    await fetchAnswer(route, baseURL ?? "");
    await route.abort("connectionreset");
    return "handled";
  });
  expect(await callAdd(page)).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const { card, keyId } = await addCard(page);
  const { value } = (await callWallet(page, "cards.ts", "listCards")) as { value: Card[] };
  expect(value.map(({ cardId }) => cardId)).toEqual([card.cardId]);
  expect(card.keys).toMatchObject([{ keyId, state: "current" }]);
});

test("a card of another wallet is refused, and leaves nothing here", async ({
  page,
  browser,
  baseURL,
}) => {
  await addCard(page);
  const context = await browser.newContext();
  const other = await context.newPage();
  await openWalletPage(other);
  await connectService(other, baseURL ?? "");
  await callWallet(other, "vault.ts", "createVault", consent);
  expect(await callAdd(other)).toMatchObject({ reason: "card_taken" });
  expect(await callWallet(other, "cards.ts", "listCards")).toEqual({ value: [] });
  await context.close();
});

test("after a rotation new and old receipts open, until the old key is dropped", async ({
  page,
  request,
}) => {
  const { card, keyId: oldKey } = await addCard(page);
  const { cardId } = card;
  const before = await payWithCard(request, hashedPan);
  const rotated = await callWallet(page, "rotate-card-key.ts", "rotateCardKey", cardId, {
    consent,
    environment,
  });
  const keys = (rotated as { value: Card }).value.keys;
  expect(keys.map(({ state }) => state)).toEqual(["retired", "current"]);
  const newKey = keys[1]?.keyId ?? "";
  const after = await payWithCard(request, hashedPan);
  expect(await callOpen(page, { cardId, paymentId: before, keyId: oldKey })).toHaveProperty(
    "value",
  );
  expect(await callOpen(page, { cardId, paymentId: after, keyId: newKey })).toHaveProperty("value");

  await callWallet(page, "rotate-card-key.ts", "dropKey", cardId, oldKey);
  service.traffic.length = 0;
  expect(await callOpen(page, { cardId, paymentId: before, keyId: oldKey })).toMatchObject({
    reason: "other_key",
  });
  expect(service.traffic).toEqual([]);
});

test("each failure on the way has its own name, and none of them shows a receipt", async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const { card, keyId } = await addCard(page);
  const { cardId } = card;
  const paymentId = await payWithCard(request, hashedPan);
  const reference = { cardId, paymentId, keyId };
  const expectFailure = async (reason: string) =>
    expect(await callOpen(page, reference)).toMatchObject({ reason });

  const flip = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
  for (const part of ["ciphertext", "tag", "iv", "encrypted_key", "protected", "aad", "kid"]) {
    service.intercept(async (route, path) => {
      if (!path.endsWith("/envelope")) return "pass";
      const { data } = await (await fetchAnswer(route, baseURL ?? "")).json();
      const changed =
        part === "kid"
          ? { ...data, header: { ...data.header, kid: "key_of_somebody_else" } }
          : { ...data, [part]: flip(data[part]) };
      await route.fulfill({ json: { success: true, data: changed } });
      return "handled";
    });
    await expectFailure("tampered_envelope");
  }

  service.intercept(async (route, path) => {
    if (!path.endsWith("/grant-access")) return "pass";
    const answer = await (await fetchAnswer(route, baseURL ?? "")).json();
    answer.data.tokenId = `tok_${"A".repeat(43)}`;
    await route.fulfill({ json: answer, status: 201 });
    return "handled";
  });
  await expectFailure("consent_expired");

  const statuses: [status: number, reason: string][] = [
    [401, "signed_out"],
    [403, "not_allowed"],
    [404, "not_found"],
    [429, "too_many_requests"],
    [500, "service_down"],
    [503, "service_down"],
    [418, "unexpected_answer"],
  ];
  for (const [status, reason] of statuses) {
    service.intercept(async (route) => {
      await route.fulfill({ status, json: { error: {} }, headers: { "retry-after": "7" } });
      return "handled";
    });
    await expectFailure(reason);
  }
  for (const body of ["<html>", "{}", '{"success":true,"data":{"tokenId":7}}']) {
    service.intercept(async (route) => {
      await route.fulfill({ status: 201, contentType: "application/json", body });
      return "handled";
    });
    await expectFailure("unexpected_answer");
  }

  service.intercept(async (route) => {
    await route.abort("internetdisconnected");
    return "handled";
  });
  await expectFailure("service_down");
  await context.setOffline(true);
  await expectFailure("offline");
  await context.setOffline(false);

  service.intercept(undefined);
  const elsewhere = { ...reference, paymentId: "pay_unknown" };
  expect(await callOpen(page, elsewhere)).toMatchObject({ reason: "not_found" });
  expect(await callOpen(page, reference)).toHaveProperty("value.amount", 1290);
});

for (const damage of ["flip_a_bit", "move"] as const) {
  test(`a stored key does not open after: ${damage}`, async ({ page, request }) => {
    const { card, keyId } = await addCard(page);
    const paymentId = await payWithCard(request, hashedPan);
    await damageCards(page, damage);
    const cardId = damage === "move" ? `${card.cardId}-moved` : card.cardId;
    expect(await callOpen(page, { cardId, paymentId, keyId })).toMatchObject({
      reason: "vault_damaged",
    });
  });
}

test("a key that is unlocked is forgotten after a minute in the background", async ({
  page,
  request,
}) => {
  const { card, keyId } = await addCard(page);
  const paymentId = await payWithCard(request, hashedPan);
  await page.clock.install();
  const waiting = Promise.withResolvers<void>();
  service.intercept(async (route, path) => {
    if (!path.endsWith("/grant-access")) return "pass";
    waiting.resolve();
    // No answer: the request is still under way when the page has been hidden for too long.
    void route;
    return "handled";
  });
  const opening = callOpen(page, { cardId: card.cardId, paymentId, keyId });
  await waiting.promise;
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.runFor(60_001);
  expect(await opening).toMatchObject({ reason: "key_forgotten" });
});
