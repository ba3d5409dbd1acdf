import { expect, type Page, test } from "@playwright/test";
import { drawPng, pngUri } from "#lib/testing/draw-picture.ts";
import {
  addCard,
  confirmWithPin,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payLikeExample, payWithCard } from "./wallet-service.ts";

test("money, language and direction are the reader's and the merchant's; 200 items print", {
  tag: "@phone-long",
}, async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ locale: "es-ES", ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const items = Array.from({ length: 200 }, (_, at) => ({
    lineItemId: `line-${at}`,
    name: `خبز ${at}`,
    quantity: 1,
    unitPrice: 1500,
    totalPrice: 1500,
  }));
  await payWithCard(request, hashedPan, { currency: "kwd", amount: 300_000, items });
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPin(page);
  const slip = page.locator(".print-slip");
  await expect(slip.locator("li")).toHaveCount(200);
  await expect(slip).toContainText(/300,000\sKWD/);

  // What has the focus stands clear of the tabs, even where it lay below them.
  const print = page.getByRole("button", { name: /Print/ });
  await print.evaluate((button) => {
    window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight);
  });
  await print.focus();
  const [button, tabs] = [
    await print.boundingBox(),
    await page.getByRole("navigation").boundingBox(),
  ];
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);

  await page.emulateMedia({ media: "print" });
  await expect(slip).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByRole("button", { name: /Print/ })).toBeHidden();
  await context.close();
});

test("the shop's logo stands on the paper, and in print", async ({ page, request }) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const logo = pngUri(drawPng({ width: 400, height: 300 }));
  await payWithCard(request, hashedPan, { merchantLogo: logo });
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPin(page);
  const shown = page.getByRole("img", { name: "Logo of Corner Bakery" });
  await expect(shown).toHaveJSProperty("naturalWidth", 400);
  const { width = 0, height = 0 } = (await shown.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(160);
  expect(height).toBeLessThanOrEqual(80);
  await page.emulateMedia({ media: "print" });
  await expect(shown).toBeVisible();
});

test("paper, shared text, and picture show the same lines", async ({ page, request }) => {
  await shareIntoPage(page);
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const item = (name: string, quantity: number, unitPrice: number) => ({
    lineItemId: name,
    name,
    quantity,
    unitPrice,
    totalPrice: quantity * unitPrice,
  });
  await payWithCard(request, hashedPan, {
    merchantName: "Corner  Bakery",
    amount: 5500,
    subtotal: 4600,
    taxAmount: 400,
    tipAmount: 500,
    totalAmount: 5000,
    items: [item("MILK 1L    2,5% FAT", 2, 1300), item("לחם אחיד 3", 1, 2000)],
  });
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPin(page);
  const slip = page.locator(".print-slip");
  await expect(slip).toContainText(/Tax€4\.00Total€50\.00Tip€5\.00Charged€55\.00/);
  await expect(slip).toContainText("MILK 1L    2,5% FAT", { useInnerText: true });

  const { text, pictures } = await share(page);
  const figures = (all: string) => all.match(/€[\d.]+/g);
  const shown = await slip.locator("bdi").allTextContents();
  expect(figures(text)).toEqual(figures(shown.join(" ")));
  expect(text).toContain("\u2068לחם אחיד 3\u2069  €20.00");
  expect(text).toContain("MILK 1L    2,5% FAT  €26.00\n  2 × €13.00\n");
  expect(pictures).toMatchObject([{ width: 800 }]);
});

test("a receipt of 500 items is shared as several pictures, each with writing down to its end", {
  tag: "@long",
}, async ({ page, request }) => {
  await shareIntoPage(page);
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const items = Array.from({ length: 500 }, (_, at) => ({
    lineItemId: `${at}`,
    name: `Item ${at} `.padEnd(200, "lorem ipsum dolor "),
    quantity: 1,
    unitPrice: 1,
    totalPrice: 1,
  }));
  await payWithCard(request, hashedPan, { amount: 500, items });
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPin(page);
  const { pictures } = await share(page);
  expect(pictures).toHaveLength(10);
  for (const { width, height, darkAtEnd, name } of pictures) {
    expect(name).toMatch(/^receipt-[\w-]+-\d+-of-10\.png$/);
    // What Safari draws on a phone.
    expect(width * height).toBeLessThan(4096 * 4096);
    expect(darkAtEnd).toBeGreaterThan(100);
  }
});

async function shareIntoPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const share = async (data: ShareData) => Object.assign(globalThis, { shared: data });
    Object.assign(navigator, { share, canShare: () => true });
  });
}

/** What was shared, and of each picture the dark pixels of its last 100 rows, and the black ones of its QR codes. */
async function share(page: Page) {
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => "shared" in globalThis);
  return await page.evaluate(async () => {
    const shared: { text: string; files: File[] } = Reflect.get(globalThis, "shared");
    const measure = async (file: File) => {
      const bitmap = await createImageBitmap(file);
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, 100).getContext("2d");
      context?.drawImage(bitmap, 0, 100 - height);
      const { data } = context?.getImageData(0, 0, width, 100) ?? { data: [] };
      const darkAtEnd = data.filter((value, at) => at % 4 === 0 && value < 128).length;
      const whole = new OffscreenCanvas(width, height).getContext("2d");
      whole?.drawImage(bitmap, 0, 0);
      // Ink is not quite black.
      const pixels = whole?.getImageData(0, 0, width, height).data ?? [];
      let black = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at] === 0 && pixels[at + 1] === 0 && pixels[at + 2] === 0) black++;
      }
      return { name: file.name, width, height, darkAtEnd, black };
    };
    return { text: shared.text, pictures: await Promise.all(shared.files.map(measure)) };
  });
}

test.describe("far from the shop", () => {
  test.use({ timezoneId: "America/New_York" });

  test("list and paper give the shop's time and the reader's; text and picture are shared", {
    tag: "@long",
  }, async ({ page, request }) => {
    await shareIntoPage(page);
    await enterWallet(page);
    const { hashedPan } = await addCard(page);
    await payWithCard(request, hashedPan);
    await goToReceipt(page);
    await openReceipt(page);
    await confirmWithPin(page);
    const slip = page.locator(".print-slip");
    await expect(slip).toContainText("Nov 20, 2026, 9:30 AM");
    await expect(slip).toContainText("3:30 AM your time");

    const {
      text,
      pictures: [picture],
    } = await share(page);
    expect(text).toContain("Corner Bakery");
    expect(picture?.name).toMatch(/^receipt-[\w-]+\.png$/);
    expect(picture?.width).toBe(800);

    await page.getByRole("link", { name: "All receipts" }).click();
    await expect(page.getByRole("link", { name: /Corner Bakery/ })).toContainText(
      "Nov 20, 2026, 9:30 AM GMT+1 (3:30 AM your time)",
    );
  });
});

// A language that the wallet does not have: its own words are English.
test.describe("in Spanish", () => {
  test.use({ locale: "es-ES" });

  test("prints tax by rate where the till sent it, and none where it did not", async ({
    page,
    request,
  }) => {
    await shareIntoPage(page);
    await enterWallet(page);
    const { hashedPan } = await addCard(page);
    await payLikeExample(request, hashedPan, "minimal");
    const paymentId = await payLikeExample(request, hashedPan, "supermarket-berlin");
    const slip = page.locator(".print-slip");

    await goToReceipt(page, paymentId);
    await openReceipt(page);
    await confirmWithPin(page);
    await expect(slip.getByRole("row").nth(1)).toHaveText("AMwSt 19\u00a0%4,870,925,79");
    await expect(slip.getByRole("row").nth(2)).toHaveText("BMwSt 7\u00a0%10,940,7711,71");
    await expect(slip.getByRole("img", { name: "QR code of TSE" })).toBeVisible();
    const { text, pictures } = await share(page);
    expect(text).toContain("A MwSt 19\u00a0%  net 4,87, tax 0,92, gross 5,79");
    expect(pictures[0]?.black).toBeGreaterThan(10_000);
    await expect(slip).toContainText("0,684 kg × 2,99\u00a0€/kg");
    await expect(slip.locator("li").first()).toContainText("3,29\u00a0€ B");
    await expect(slip).toContainText("Visa •••• 8230");

    await page.getByRole("link", { name: "All receipts" }).click();
    await page.getByRole("link", { name: /Sealed receipt/ }).click();
    await openReceipt(page);
    await confirmWithPin(page);
    await expect(slip).toContainText("Corner Kiosk");
    await expect(slip).not.toContainText(/tax/i);
  });
});
