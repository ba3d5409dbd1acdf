import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { makeMember, test } from "./signed-in.ts";

test.use({ production: true });

const run = promisify(execFile);
const path = "/merchant/quickstart";

test("what the page shows, pasted as it stands, makes payments that the page sees arrive", async ({
  browser,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { Origin: origin },
  });
  const { state } = await makeMember(request);
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  const noise = listenForNoise(page);
  await page.goto(path);
  await expect(page.getByText("There is no development key that can do this yet")).toBeVisible();
  await expect(page.getByText("Waiting for the first call.")).toBeVisible();
  await page.getByRole("button", { name: "Create a key now" }).click();
  await expect(page.getByText("is created and filled in")).toBeVisible();
  const key = await readCode(page, "Shell");

  const { stdout } = await run("sh", ["-c", `${key}\n${await readCode(page, "curl")}`]);
  expect(stdout.trim().split("\n").at(-1)).toBe("201");
  const arrived = page.getByRole("table", { name: "Requests received" }).getByRole("link");
  await expect(arrived).toHaveCount(1);

  await page.getByLabel("What the sandbox answers").selectOption("pm_card_chargeDeclined");
  await page.getByRole("tab", { name: "TypeScript" }).click();
  const folder = await mkdtemp(join(tmpdir(), "sealslip-quickstart-"));
  await writeFile(join(folder, "payment.mts"), await readCode(page, "payment.mts"));
  const program = await run("sh", ["-c", `${key}\n"${process.execPath}" payment.mts`], {
    cwd: folder,
    // Playwright asks all programs for colors.
    env: { ...process.env, FORCE_COLOR: "0" },
  });
  await rm(folder, { recursive: true });
  expect(program.stdout).toMatch(/^402 /);
  await expect(arrived).toHaveCount(2);
  await expect(page.getByRole("row", { name: "payment_declined" })).toBeVisible();
  expect(noise).toEqual([]);

  await page.reload();
  await expect(page.getByText("You have the key “Quickstart”")).toBeVisible();
  expect(await readCode(page, "Shell")).toMatch(/paste the key that ends in \w{4}"$/);
  await context.close();
  await request.dispose();
});

test("stays in development, and says so where another environment is looked at", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(`${path}?environment=production`);
  await expect(
    page.getByText("You are viewing production; everything on this page happens in development."),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Python" }).click();
  await expect(page.getByRole("figure", { name: "payment.py" })).toBeVisible();
  await lookOver(page);
});

/** The code of the block with this label, as copying takes it. */
async function readCode(page: Page, label: string): Promise<string> {
  const code = page.getByRole("figure", { name: label }).locator("code");
  await expect(code).toBeVisible();
  return (await code.textContent()) ?? "";
}
