import { expect } from "@playwright/test";
import { test } from "./filled-shop.ts";
import { path, rows } from "./payment-rows.ts";

test("a row's link reaches no further than its row where table rows cannot be positioned", async ({
  page,
}) => {
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  // As WebKit does.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("tr { position: static !important }");
    document.adoptedStyleSheets = [sheet];
  });
  const found = await page.evaluate(() => {
    const { innerHeight, innerWidth } = window;
    const isOfRow = (x: number, y: number) => {
      const link = document.elementFromPoint(x, y)?.closest("tbody a");
      if (!link) return false;
      const { top, bottom } = link.closest("tr")?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      return y < top || y > bottom;
    };
    const steps = (end: number) => Array.from({ length: 40 }, (_, at) => ((at + 0.5) * end) / 40);
    return steps(innerWidth).flatMap((x) => steps(innerHeight).filter((y) => isOfRow(x, y))).length;
  });
  expect(found).toBe(0);
});

test("a click anywhere on a row opens it, and a drag across it selects its text", async ({
  page,
}) => {
  await page.goto(path);
  const cell = rows(page).nth(2).getByRole("cell").nth(1);
  const { x = 0, y = 0, width = 0, height = 0 } = (await cell.boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 5, y + height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
  await expect(page).toHaveURL(path);

  const another = rows(page).nth(5);
  const href = (await another.getByRole("link").getAttribute("href")) ?? "";
  // Beside the text of the cell, which is no link.
  await another
    .getByRole("cell")
    .nth(1)
    .click({ position: { x: width - 4, y: height / 2 } });
  await expect(page).toHaveURL(href);
});

test("a middle click on a row, and one with a modifier, open a tab of their own", async ({
  page,
}) => {
  await page.goto(path);
  const row = rows(page).nth(1);
  const href = (await row.getByRole("link").getAttribute("href")) ?? "";
  const cell = row.getByRole("cell").nth(1);
  const clicks = [
    () => cell.click({ button: "middle" }),
    () => cell.click({ modifiers: ["Control"] }),
  ];
  for (const click of clicks) {
    const opened = page.context().waitForEvent("page");
    await click();
    const tab = await opened;
    await expect(tab).toHaveURL(href);
    await tab.close();
  }
  await cell.click({ button: "right" });
  await expect(page).toHaveURL(path);
  expect(page.context().pages()).toHaveLength(1);
});
