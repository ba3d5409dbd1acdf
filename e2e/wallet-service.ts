import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, Page, Route } from "@playwright/test";
import { readExamples } from "#examples/read-examples.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { walletOrigin } from "./wallet-page.ts";

export type WalletService = {
  /** Every request that the page made to the API: path, headers and body. */
  traffic: string[];
  /** Every answer that the page got. */
  answers: string[];
  /** Stands before the service until the next call of it: fulfills or aborts what it wants to. */
  intercept(handle: Intercept | undefined): void;
};

type Intercept = (route: Route, path: string) => Promise<"handled" | "pass">;

/**
 * Lets the page of the modules call the real service on its own origin. The issuer's key is added
 * here and stands in for a session, so that no secret key is in the page.
 */
export async function connectService(page: Page, baseURL: string): Promise<WalletService> {
  const issuerKey = await readApiKey("issuer");
  const state: { intercept: Intercept | undefined } = { intercept: undefined };
  const service: WalletService = {
    traffic: [],
    answers: [],
    intercept(handle) {
      state.intercept = handle;
    },
  };
  await page.route(`${walletOrigin}/api/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const headers = await request.allHeaders();
    service.traffic.push(
      [request.method(), request.url(), JSON.stringify(headers), request.postData() ?? ""].join(
        "\n",
      ),
    );
    // The PIN's own calls pass: a test stands before what comes after them.
    const isOfPin = pathname.startsWith("/api/wallet/pins");
    if (!isOfPin && (await state.intercept?.(route, pathname)) === "handled") return;
    const response = await fetchAs(route, `${baseURL}${pathname}${search}`, issuerKey);
    service.answers.push(await response.text());
    await route.fulfill({ response });
  });
  return service;
}

/** The service's own answer, for a test that wants to change it on its way. */
export async function fetchAnswer(route: Route, baseURL: string) {
  const { pathname } = new URL(route.request().url());
  return await fetchAs(route, `${baseURL}${pathname}`, await readApiKey("issuer"));
}

/** Pays with a card at the demo platform's till, whose tier lets a test pay often; the payment's id. */
export async function payWithCard(
  request: APIRequestContext,
  hashedPan: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  return (await createPayment(request, hashedPan, fields)).paymentId;
}

/** Pays with a card that no wallet has; returns the payment's id and the code of its receipt. */
export async function payWithUnknownCard(
  request: APIRequestContext,
  fields: Record<string, unknown> = {},
): Promise<{ paymentId: string; claimCode: string }> {
  const hashedPan = createHash("sha256").update(createTestCardNumber()).digest("hex");
  const { paymentId, veroMetadata } = await createPayment(request, hashedPan, fields);
  return { paymentId, claimCode: veroMetadata.claimCode };
}

async function createPayment(
  request: APIRequestContext,
  hashedPan: string,
  fields: Record<string, unknown>,
) {
  const response = await request.post("/api/v1/payments/gateway_one/create", {
    headers: { "X-API-Key": await readApiKey("platform") },
    data: {
      receiptId: randomUUID(),
      merchantId: "m_corner",
      merchantName: "Corner Bakery",
      transactionId: randomUUID(),
      transactionDate: "2026-11-20T09:30:00+01:00",
      currency: "eur",
      amount: 1290,
      recipientHashedPan: hashedPan,
      ...fields,
    },
  });
  const body = await response.json();
  if (response.status() !== 201) throw new Error(`The payment failed: ${JSON.stringify(body)}`);
  return body.data;
}

/** Erases a cardholder, as the issuer may. */
export async function eraseCardholder(request: APIRequestContext, userId: string): Promise<void> {
  const response = await request.delete(`/api/v1/users/${userId}`, {
    headers: { "X-API-Key": await readApiKey("issuer") },
  });
  if (!response.ok()) throw new Error(`The cardholder is not erased: ${await response.text()}`);
}

/** Registers a card with a key that is on no device of the test. */
export async function registerElsewhere(
  request: APIRequestContext,
  hashedPan: string,
): Promise<void> {
  await postNewKey(request, "/api/v1/onboarding/register", { hashedPan });
}

/** Replaces a cardholder's key as another device would. */
export async function rotateElsewhere(request: APIRequestContext, userId: string): Promise<void> {
  await postNewKey(request, "/api/v1/keys/rotate", { userId });
}

async function postNewKey(request: APIRequestContext, path: string, of: object): Promise<void> {
  const { keyId, publicKey } = await generateKeyPair();
  const response = await request.post(path, {
    headers: { "X-API-Key": await readApiKey("issuer") },
    data: { ...of, keyId, publicKey },
  });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
}

/** Pays what one of `examples/receipts` shows, as an order of its own; returns the payment's id. */
export async function payLikeExample(
  request: APIRequestContext,
  hashedPan: string,
  name: string,
): Promise<string> {
  const example = readExamples().find((one) => one.name === name);
  const order = { receiptId: randomUUID(), transactionId: randomUUID() };
  return await payWithCard(request, hashedPan, { ...example?.request, ...order });
}

async function fetchAs(route: Route, url: string, key: string) {
  const headers = { ...route.request().headers(), "x-api-key": key };
  return await route.fetch({ url, headers });
}

export async function readApiKey(name: "issuer" | "platform"): Promise<string> {
  const file = join(process.env.E2E_DATA_DIR ?? "", "demo.json");
  const { apiKeys } = JSON.parse(await readFile(file, "utf8"));
  return apiKeys[name];
}
