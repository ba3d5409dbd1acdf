import { expect, type Page, test } from "@playwright/test";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { test as signedIn, signIn } from "./signed-in.ts";
import {
  addCard,
  confirmWithPin,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test.use({ serviceWorkers: "allow" });

const markup =
  "<img src=x onerror=\"globalThis.taken='over'\"><script>globalThis.taken='over'</script>";
/** Writes what follows from right to left, and never ends it. */
const override = "\u202e\u2066";
const zalgo = `Z${"\u0310\u0489\u036b".repeat(60)}`;
const family = "👩‍👩‍👧‍👦";

test("nothing in a receipt acts on the pages that show it", async ({ page, request }) => {
  const noise = listenForNoise(page);
  page.on("dialog", (dialog) => noise.push(dialog.message()));
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const shop = `${markup}${override}`;
  await payWithCard(request, hashedPan, {
    merchantName: shop,
    merchantStreet: zalgo,
    merchantCity: `${override}Brooklyn`,
    merchantContactEmail: "javascript:alert(1)",
    merchantTaxId: `${override}${markup}`.slice(0, 64),
    cardBrand: "__proto__",
    cardLast4: "0000",
    paymentMethod: markup,
    transactionTimezone: "../../etc/passwd",
    note: family.repeat(3000),
    items: [
      { lineItemId: markup, name: markup, quantity: 1, unitPrice: 1250, totalPrice: 1250 },
      { lineItemId: "2", name: override.repeat(80), quantity: 1, unitPrice: 0, totalPrice: 0 },
      { lineItemId: "3", name: "W".repeat(256), quantity: 1, unitPrice: 0, totalPrice: 0 },
      {
        lineItemId: "5",
        name: `${override}Total\n${zalgo}`,
        quantity: 1,
        unitPrice: 0,
        totalPrice: 0,
      },
      { lineItemId: "4", name: family.repeat(20), quantity: 1, unitPrice: 0, totalPrice: 0 },
    ],
  });
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPin(page);

  const paper = page.locator(".print-slip");
  await expect(paper).toContainText(markup);
  // Nothing that reorders text is printed, and no line break of a name begins another line.
  expect(await paper.textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\n]/);
  await expect(paper.locator("li").first()).toContainText(markup);
  await expectWhole(page);
  // Marks that are stacked on a letter do not reach into the line above.
  const marked = paper.locator("li").nth(3);
  const marks = (await marked.textContent())?.match(/[\p{Mn}\p{Me}]+/gu) ?? [];
  expect(Math.max(...marks.map((stack) => stack.length))).toBeLessThanOrEqual(4);
  // The sum still stands to the right of its label.
  const total = paper.getByText("Total", { exact: true });
  const sum = total.locator("xpath=../following-sibling::*");
  const [left, right] = [await total.boundingBox(), await sum.boundingBox()];
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  await expect(sum).toHaveText("€12.90");

  await page.getByRole("link", { name: "All receipts" }).click();
  await expect(page.locator("a[href^='/wallet/receipts/']").first()).toContainText(shop);
  await expectWhole(page);
  expect(noise).toEqual([]);
});

signedIn(
  "nothing that a merchant calls a payment or itself acts on its console",
  async ({ page, openRequest, origin, member }) => {
    const noise = listenForNoise(page);
    const request = await openRequest();
    await signIn(request, member);
    const renamed = await request.put("/api/console/organization", {
      headers: { Origin: origin },
      data: { name: `${markup}${override}` },
    });
    expect(renamed.status(), await renamed.text()).toBe(200);
    const receiptId = `${markup.slice(0, 70)}${override}`;
    const fields = { receiptId, merchantId: zalgo.slice(0, 128), transactionId: family.repeat(4) };
    const { paymentId } = await pay(request, { origin, fields });

    for (const path of ["", "/payments", `/payments/${paymentId}`, "/requests", "/settings"]) {
      await page.goto(`/merchant${path}`);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
      await expectWhole(page);
    }
    await page.goto(`/merchant/payments/${paymentId}`);
    await expect(page.getByText(receiptId)).toBeVisible();
    await expectWhole(page);
    expect(noise).toEqual([]);
  },
);

/** No script of a receipt has run, and no text of it pushes the page apart, on a desktop or a phone. */
async function expectWhole(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, "taken"))).toBeUndefined();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}
