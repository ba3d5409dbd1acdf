import { expect, test } from "@playwright/test";
import { reportFigure } from "./report-figure.ts";
import { seedVault } from "./seed-vault.ts";
import {
  addCard,
  type Card,
  callAdd,
  callOpen,
  consent,
  environment,
  startWallet,
} from "./wallet-modules.ts";
import {
  addAuthenticator,
  callWallet,
  openWalletPage,
  readObservations,
  readStorage,
} from "./wallet-page.ts";
import { connectService, fetchAnswer, payWithCard, type WalletService } from "./wallet-service.ts";

let service: WalletService;
let number: string;
let hashedPan: string;

test.beforeEach(async ({ page, baseURL }) => {
  ({ service, number, hashedPan } = await startWallet(page, baseURL));
});

test("a card is added, paid with, and its receipt opened by finger and by PIN", async ({
  page,
  request,
}) => {
  await addAuthenticator(page);
  const added = { method: "passkey", accountName: "Test" };
  await callWallet(page, "vault.ts", "addConsent", { consent, added });
  const { card, keyId } = await addCard(page, number);
  const kinds = (await readObservations(page)).map(({ kind }) => kind);
  expect(kinds).toEqual([
    "card_hashed",
    "called",
    "called",
    "consented",
    "key_made",
    "key_stored",
    // The registration, and the identifier that phones with this card send.
    "called",
    "called",
  ]);

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
  reportFigure(`from consent asked to receipt opened: ${Math.round(spent)} ms`);
});

test("neither the traffic nor the storage holds the number, the PIN, the key or the receipt", async ({
  page,
  request,
}) => {
  const { card, keyId } = await addCard(page, number);
  const paymentId = await payWithCard(request, hashedPan, { merchantName: "Whisper & Sons" });
  const opened = await callOpen(page, { cardId: card.cardId, paymentId, keyId });
  expect(opened).toMatchObject({ value: { merchantName: "Whisper & Sons" } });

  const sent = service.traffic.join("\n");
  const stored = await readStorage(page);
  const calls = service.traffic.filter((text) => !text.includes("/api/wallet/pins"));
  const called = calls.map((text) => text.split("\n", 2)[1]?.split("/").at(-1));
  expect(called).toEqual(["register", "identifiers", "grant-access", "envelope"]);
  for (const [place, text] of Object.entries({ sent, stored, answers: service.answers.join() })) {
    for (const secret of [number, "Whisper", "PRIVATE KEY", bytesOf(consent.pin)]) {
      expect(text, `${place} and ${secret}`).not.toContain(secret);
    }
    // Random bytes in hexadecimal may have six digits like these.
    expect(text, place).not.toMatch(new RegExp(`(?<![0-9a-f])${consent.pin}(?![0-9a-f])`));
  }
  // It travels once, to registration, and stays nowhere.
  expect(sent.split(hashedPan)).toHaveLength(2);
  expect(stored).not.toContain(hashedPan);
  // PKCS#8 of RSA begins with this object identifier; a public key's PEM is base64.
  expect(stored).not.toContain("06092a864886f70d010101");
  expect(stored).toContain(keyId);
});

const bytesOf = (text: string) => Buffer.from(text).toString("hex");

test("receipts that waited in escrow are handed over with the card", async ({ page, request }) => {
  const payments = [await payWithCard(request, hashedPan), await payWithCard(request, hashedPan)];
  const { card, keyId, deliveredReceipts } = await addCard(page, number);
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
  expect(await callAdd(page, number)).toMatchObject({ reason: "service_down" });
  service.intercept(undefined);
  const { card, keyId } = await addCard(page, number);
  const { value } = (await callWallet(page, "cards.ts", "listCards")) as { value: Card[] };
  expect(value.map(({ cardId }) => cardId)).toEqual([card.cardId]);
  expect(card.keys).toMatchObject([{ keyId, state: "current" }]);
});

test("a card of another wallet is refused, and leaves nothing here", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
}) => {
  await addCard(page, number);
  const context = await browser.newContext();
  const other = await context.newPage();
  await openWalletPage(other);
  await connectService(other, baseURL ?? "");
  await seedVault(other);
  expect(await callAdd(other, number)).toMatchObject({ reason: "card_taken" });
  expect(await callWallet(other, "cards.ts", "listCards")).toEqual({ value: [] });
  await context.close();
});

test("after a rotation new and old receipts open, until the old key is dropped", async ({
  page,
  request,
}) => {
  const { card, keyId: oldKey } = await addCard(page, number);
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
