import { expect, test } from "@playwright/test";
import { addCard, callOpen, startWallet } from "./wallet-modules.ts";
import { damageCards } from "./wallet-page.ts";
import { fetchAnswer, payWithCard, type WalletService } from "./wallet-service.ts";

let service: WalletService;
let number: string;
let hashedPan: string;

test.beforeEach(async ({ page, baseURL }) => {
  ({ service, number, hashedPan } = await startWallet(page, baseURL));
});

test("each failure on the way has its own name, and none of them shows a receipt", async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const { card, keyId } = await addCard(page, number);
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
    const { card, keyId } = await addCard(page, number);
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
  const { card, keyId } = await addCard(page, number);
  const paymentId = await payWithCard(request, hashedPan);
  await page.clock.install();
  // One call gives up sooner than that; it stands for the many of a long list here.
  await page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
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
