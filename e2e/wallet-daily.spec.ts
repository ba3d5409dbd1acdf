import { expect, type Page, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { addCard as addCardByCall, consent, startWallet } from "./wallet-modules.ts";
import { readStorage } from "./wallet-page.ts";
import { addCard, confirmWithPin, enterWallet } from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

const item = { lineItemId: "1", name: "Kettle", quantity: 1, unitPrice: 1290, totalPrice: 1290 };

test("one confirmation opens all that is new; it stays here, with notes that are found again", {
  tag: "@phone",
}, async ({ page, request }) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  await payWithCard(request, hashedPan, { merchantName: "Whisper & Sons" });
  await payWithCard(request, hashedPan, { currency: "usd", amount: 500 });
  await payWithCard(request, hashedPan, {
    merchantName: "Kitchen",
    transactionDate: almostAYearAgo(),
    items: [{ ...item, warrantyMonths: 12 }],
  });
  await page.getByRole("link", { name: "Receipts", exact: true }).click();

  const grants: string[] = [];
  page.on("request", (one) => {
    if (one.url().endsWith("/keys/grant-access")) grants.push(one.postData() ?? "");
  });
  await page.getByRole("button", { name: "Open all new" }).click();
  await expect(page.getByLabel("Keep it here, encrypted")).toBeChecked();
  await confirmWithPin(page);
  await expect(page.getByText("3 of 3 receipts opened")).toBeVisible();
  expect(new Set(grants).size).toBe(3);
  await expect(page.getByText("€25.80")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^\$5\.00$/ })).toBeVisible();
  await lookOver(page);

  await page.getByRole("link", { name: /Whisper/ }).click();
  await page.getByLabel("Business").press("Space");
  await page.getByLabel("Tags", { exact: true }).fill("Party");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Note" }).fill("Paid by Ada");
  await expect(page.getByText("Saved on this device.")).toBeVisible();
  await lookOver(page);
  const stored = await readStorage(page);
  for (const secret of ["Whisper", "Party", "Paid by Ada", "Kettle"]) {
    expect(stored, secret).not.toContain(secret);
  }

  await page.goto("/wallet");
  await expect(page.getByRole("link", { name: /Kept receipt/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Open them" }).click();
  await confirmWithPin(page);
  await expect(page.getByText("Its warranty ends on")).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("Its warranty ends on")).toHaveCount(0);
  for (const [search, shop] of [
    ["party ada", "Whisper & Sons"],
    ["kettle", "Kitchen"],
  ] as const) {
    await page.getByLabel("Search receipts on this device").fill(search);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(shop);
  }
  await page.getByLabel("Search receipts on this device").fill("");
  await page.getByRole("button", { name: "Business" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Whisper & Sons");
});

test("what fails by itself is named, a full minute is waited for, and a lost service ends it", {
  tag: "@long",
}, async ({ page, baseURL, request }) => {
  const { service, number, hashedPan } = await startWallet(page, baseURL);
  const { card, keyId } = await addCardByCall(page, number);
  const { cardId } = card;
  const references: { cardId: string; keyId: string; paymentId: string }[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    references.push({ cardId, keyId, paymentId: await payWithCard(request, hashedPan) });
  }
  const ids = references.map(({ paymentId }) => paymentId);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;

  let refused = 0;
  service.intercept(async (route, path) => {
    if (!path.endsWith("/grant-access")) return "pass";
    const { paymentId } = route.request().postDataJSON();
    const isFull = paymentId === second && refused === 0;
    if (!isFull && paymentId !== third) return "pass";
    if (isFull) refused += 1;
    const status = isFull ? 429 : 404;
    await route.fulfill({ status, json: { error: {} }, headers: { "retry-after": "1" } });
    return "handled";
  });
  expect(await openAll(page, references.slice(0, 3))).toEqual({
    failure: undefined,
    waits: 1,
    outcomes: { [first]: "opened", [second]: "opened", [third]: "not_found" },
  });

  service.intercept(async (route, path) => {
    if (!path.endsWith("/envelope")) return "pass";
    await route.fulfill({ status: 503, json: {} });
    return "handled";
  });
  const lost = await openAll(page, references.slice(3));
  expect(lost).toEqual({ failure: "service_down", waits: 0, outcomes: {} });
  service.intercept(undefined);
  const resumed = await openAll(page, references.slice(3));
  expect(resumed.outcomes).toEqual({ [fourth]: "opened", [fifth]: "opened" });
});

async function openAll(page: Page, receipts: object[]) {
  return await page.evaluate(
    async ({ given, references }) => {
      const url = "/lib/wallet/open-all.ts";
      const module = await import(url);
      const outcomes: Record<string, string> = {};
      let waits = 0;
      const failure: string | undefined = await module
        .openAll(references, {
          consent: given,
          stop: new AbortController().signal,
          onProgress: ({ kind, paymentId, reason }: Record<string, string>) => {
            if (kind === "waiting") waits += 1;
            else outcomes[paymentId ?? ""] = reason ?? "opened";
          },
        })
        .then(
          () => undefined,
          (error: unknown) => Reflect.get(Object(error), "reason"),
        );
      return { failure, waits, outcomes };
    },
    { given: consent, references: receipts },
  );
}

const rows = (page: Page) => page.locator("a[href^='/wallet/receipts/']");

function almostAYearAgo(): string {
  const day = new Date(Date.now() + 10 * 86_400_000);
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return `${day.toISOString().slice(0, 10)}T09:30:00Z`;
}
