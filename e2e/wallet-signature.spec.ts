import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import {
  createSigningPair,
  type SigningPair,
  signChallenge,
  signRequest,
} from "#lib/testing/sign-request.ts";
import { lookOver } from "./look-over.ts";
import { test } from "./merchant-request.ts";
import { sealAnew } from "./stored-receipt.ts";
import { readStorage } from "./wallet-page.ts";
import {
  addCard,
  confirmWithPin,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

async function addKey(
  merchant: APIRequestContext,
  algorithm: SigningPair["algorithm"] = "ES256",
): Promise<SigningPair> {
  const pair = await createSigningPair(algorithm);
  const asked = await merchant.post("/api/console/signing-keys/challenge");
  const proof = signChallenge(pair, (await asked.json()).data.challenge);
  const publicKey = pair.publicKey.export({ format: "jwk" });
  const data = { name: "Till", publicKey, proof };
  const registered = await merchant.post("/api/console/signing-keys", { data });
  expect(registered.status(), await registered.text()).toBe(201);
  return pair;
}

/** Pays with a signature; returns what the receipt is sealed with. */
async function paySigned(
  merchant: APIRequestContext,
  hashedPan: string,
  pair: SigningPair,
  merchantName = "Corner Bakery",
) {
  const jwk = pair.publicKey.export({ format: "jwk" });
  const request = {
    version: "1.0",
    receiptId: randomUUID(),
    merchantId: "m_corner",
    merchantName,
    transactionId: randomUUID(),
    transactionDate: "2026-11-20T09:30:00+01:00",
    currency: "eur",
    amount: 1290,
    items: [{ lineItemId: "1", name: "Rye loaf", quantity: 1, unitPrice: 1290, totalPrice: 1290 }],
    mockItems: false,
  };
  const body = JSON.stringify({ ...request, recipientHashedPan: hashedPan });
  const jws = signRequest(pair, body);
  const paid = await merchant.post("/api/v1/payments/gateway_one/create", {
    headers: { "X-Merchant-Signature": jws, "Content-Type": "application/json" },
    data: body,
  });
  expect(paid.status(), await paid.text()).toBe(201);
  const { paymentId }: { paymentId: string } = (await paid.json()).data;
  const signedBytes = Buffer.from(body).toString("base64url");
  const merchantSignature = { jws, signedBytes, jwk };
  const receipt = { ...request, paymentId, gateway: "gateway_one", merchantSignature };
  return { paymentId, receipt };
}

async function open(page: Page, paymentId: string): Promise<void> {
  await goToReceipt(page, paymentId);
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toBeVisible();
}

const backToList = (page: Page) => page.getByRole("link", { name: "All receipts" }).click();

for (const algorithm of ["ES256", "EdDSA"] as const) {
  test(`shows which key signed a receipt, and since when it knows it, ${algorithm}`, async ({
    page,
    merchant,
  }) => {
    await enterWallet(page);
    const { hashedPan } = await addCard(page);
    const pair = await addKey(merchant, algorithm);
    await open(page, (await paySigned(merchant, hashedPan, pair)).paymentId);
    const first = page.getByText(
      "Signed with a key that this wallet has not seen on an earlier receipt",
    );
    await expect(first).toBeVisible();
    await expect(page.getByText("The receipt says that it is from Corner Bakery")).toBeVisible();
    await expect(page.getByText(pair.kid)).toBeVisible();
    await lookOver(page);
    await backToList(page);
    await expect(page.getByRole("img", { name: "Signed with a new key" })).toBeVisible();

    const later = await paySigned(merchant, hashedPan, pair);
    // What is known of the key is on the device, and the open receipts are gone with the page.
    await page.reload();
    await open(page, later.paymentId);
    await expect(
      page.getByText(/^Signed by the key that this wallet knows from receipts since .*20\d\d$/),
    ).toBeVisible();
    await lookOver(page);
    await backToList(page);
    await expect(page.getByRole("img", { name: "Signed with a known key" })).toBeVisible();
    await expect(page.getByText(/Signed by Corner/)).toHaveCount(0);
  });
}

test("tells a known shop's new key from a known key under a new name", async ({
  page,
  merchant,
}) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const shop = `Bakery ${randomUUID()}`;
  const pair = await addKey(merchant);
  await open(page, (await paySigned(merchant, hashedPan, pair, shop)).paymentId);
  await expect(page.getByText("has not seen on an earlier receipt")).toBeVisible();
  await backToList(page);

  const other = await paySigned(merchant, hashedPan, await addKey(merchant), shop);
  await page.reload();
  await open(page, other.paymentId);
  const alarm = page.getByRole("alert").filter({ hasText: "Signed with another key than before" });
  await expect(alarm).toBeVisible();
  await lookOver(page);
  await backToList(page);

  const renamed = await paySigned(merchant, hashedPan, pair, "Your Bank");
  await page.reload();
  await open(page, renamed.paymentId);
  await expect(page.getByText("a key that this wallet knows under another name")).toBeVisible();
  await expect(page.getByText(`were from ${shop}`)).toBeVisible();
  await lookOver(page);
  // Where the cardholder shops is not readable on the device.
  const stored = await readStorage(page);
  for (const text of [shop, Buffer.from(shop).toString("hex")]) expect(stored).not.toContain(text);
});

test("warns of a receipt that says something else than was signed, in any part", async ({
  page,
  merchant,
}) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const key = await addKey(merchant);
  const forgeries = [
    () => ({ amount: 129 }),
    (signed: object) => ({ merchantSignature: { ...signed, signedBytes: "e30" } }),
    () => ({ merchantSignature: "signed" }),
  ];
  const warning = page.getByRole("alert").filter({ hasText: "The signature does not match" });
  for (const [place, forge] of forgeries.entries()) {
    // One each: what was opened is kept, and the service is not asked for it again.
    const { paymentId, receipt } = await paySigned(merchant, hashedPan, key);
    await sealAnew(paymentId, { ...receipt, ...forge(receipt.merchantSignature) });
    await page.reload();
    await open(page, paymentId);
    await expect(warning).toBeVisible();
    await expect(page.getByText(/Signed (by|with)/)).toHaveCount(0);
    await expect(page.getByText("Differs in amount")).toHaveCount(place === 0 ? 1 : 0);
    if (place === 0) await lookOver(page);
    await backToList(page);
  }
});

test("says so where the browser cannot check a signature", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await page.addInitScript(() => {
    const { subtle } = crypto;
    const importKey = subtle.importKey.bind(subtle);
    Object.defineProperty(subtle, "importKey", {
      value: (...given: Parameters<typeof importKey>) =>
        JSON.stringify(given[2]).includes("Ed25519")
          ? Promise.reject(new DOMException("", "NotSupportedError"))
          : importKey(...given),
    });
  });
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const { paymentId } = await paySigned(merchant, hashedPan, await addKey(merchant, "EdDSA"));
  await open(page, paymentId);
  await expect(page.getByText("This browser cannot check the signature")).toBeVisible();
  await lookOver(page);
});

test("says nothing of a receipt without a signature", { tag: "@long" }, async ({
  page,
  request,
}) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  await open(page, await payWithCard(request, hashedPan));
  await expect(page.getByText(/sign(ed|ature)/i)).toHaveCount(0);
});
