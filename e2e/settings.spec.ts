import { expect, type Page } from "@playwright/test";
import { drawPng } from "#lib/testing/draw-picture.ts";
import { createSigningPair, signChallenge } from "#lib/testing/sign-request.ts";
import { answerLate } from "./answer-late.ts";
import { askFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { makeMember, test } from "./signed-in.ts";

test.use({ production: true });

// The name and the keys are there once for the organization.
test.describe.configure({ mode: "serial" });

const path = "/merchant/settings";
const pair = await createSigningPair("EdDSA");
const privatePem = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const publicPem = pair.publicKey.export({ format: "pem", type: "spki" }).toString();

test("renames the organization, everywhere at once", { tag: "@long" }, async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  const name = page.getByLabel("Name", { exact: true });
  // Not the first one, where another file of this worker has renamed the organization before.
  await expect(name).toHaveValue(/\S/);
  const rename = page.getByRole("button", { name: "Rename" });
  await expect(rename).toBeDisabled();
  await name.fill("   ");
  await rename.click();
  await expect(page.getByText("Must not be empty.")).toBeVisible();
  await lookOver(page);

  const other = `Bakery ${crypto.randomUUID()}`;
  await name.fill(other);
  await rename.click();
  await expect(page.getByText(`The organization is now ${other}`)).toBeVisible();
  await expect(rename).toBeDisabled();
  await page.reload();
  await expect(name).toHaveValue(other);
  await expect(page.getByText(other, { exact: true }).first()).toBeAttached();
  expect(noise).toEqual([]);
});

test("takes a logo for receipts, shows it, and removes it", async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  const field = page.getByLabel("Logo on receipts");
  const shown = page.getByRole("img", { name: "The logo on receipts" });
  const choose = (name: string, buffer: Buffer) =>
    field.setInputFiles({ name, mimeType: "image/png", buffer });
  await expect(page.getByText("No logo", { exact: true })).toBeVisible();
  await choose("logo.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await expect(page.getByText("Must be a PNG, JPEG, or WebP picture.")).toBeVisible();
  await choose("wide.png", drawPng({ width: 513 }));
  await expect(page.getByText("Must be at most 512 by 512 pixels.")).toBeVisible();
  await choose("half.png", drawPng().subarray(0, 40));
  await expect(page.getByText("Is damaged: this browser cannot show it.")).toBeVisible();
  await lookOver(page);

  await choose("logo.png", drawPng({ width: 200, height: 60 }));
  await expect(shown).toHaveJSProperty("naturalWidth", 200);
  await lookOver(page);
  await page.reload();
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await expect(page.getByText("No logo", { exact: true })).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect(noise).toEqual([]);
});

test("shows the limits of each tier as the service enforces them", { tag: "@long" }, async ({
  page,
}) => {
  const answered = page.waitForResponse("**/api/console/organization");
  await page.goto(path);
  const { tier, limits } = (await (await answered).json()).data;
  const table = page.getByRole("table", { name: "Limits of each tier" });
  await expect(table.getByRole("row")).toHaveCount(limits.length + 1);
  const yours = table.getByRole("row", { name: "Yours" });
  await expect(yours).toContainText(tier, { ignoreCase: true });
  for (const { limits: row } of limits) {
    for (const limit of Object.values<number>(row)) {
      await expect(table).toContainText(limit.toLocaleString("en-US"));
    }
  }
});

test("takes a public key for signatures, and lets no private one leave the page", async ({
  page,
}) => {
  await page.goto(path);
  await expect(page.getByText("No signing keys yet")).toBeVisible();
  await page.getByRole("button", { name: "Add a key" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a signing key" });
  await dialog.getByLabel("Name").fill("Till one");
  const field = dialog.getByLabel("Public key", { exact: true });
  const proof = dialog.getByLabel("Proof", { exact: true });
  const challenge = (await dialog.getByText(/^sealslip-signing-key\//).textContent()) ?? "";
  await dialog.getByText("Read the command").click();
  await expect(dialog.getByText("node --input-type=module")).toContainText(challenge);
  await expect(dialog.getByRole("button", { name: "Copy the command" })).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.postData() ?? "");
  });
  await proof.fill("no proof at all");
  await field.fill(privatePem);
  await dialog.getByRole("button", { name: "Add the key" }).click();
  await expect(dialog).toContainText("Public key is a private key. It was not sent");
  expect(sent).toEqual([]);
  await field.fill("no key at all");
  await dialog.getByRole("button", { name: "Add the key" }).click();
  await expect(dialog).toContainText("Public key must be PEM");
  await lookOver(page);

  await field.fill(publicPem);
  await dialog.getByRole("button", { name: "Add the key" }).click();
  await expect(dialog).toContainText("Proof must be a compact JWS");
  await proof.fill(signChallenge(await createSigningPair("EdDSA"), challenge));
  await dialog.getByRole("button", { name: "Add the key" }).click();
  await expect(dialog).toContainText("Proof is not signed by the private key of publicKey");
  await lookOver(page);
  await proof.fill(signChallenge(pair, challenge));
  await dialog.getByRole("button", { name: "Add the key" }).click();
  const table = page.getByRole("table", { name: "Signing keys" });
  await expect(table).toContainText("EdDSA");
  await lookOver(page);

  await chooseEnvironment(page, "Staging");
  await expect(page.getByText("No signing keys yet")).toBeVisible();
  await expect(table).toHaveCount(0);
  await chooseEnvironment(page, "Development");
  await expect(table).toContainText("Active");
});

test("requires signatures, and retires the key that they are made with", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto(path);
  await page.getByRole("button", { name: "Require signatures" }).click();
  const dialog = page.getByRole("dialog");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Require signatures" }).click();
  await expect(page.getByText("Signatures are required", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Retire Till one" }).click();
  await expect(dialog).toContainText("It is your only active key");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Retire the key" }).click();
  await expect(page.getByText("Till one is retired")).toBeVisible();
  const table = page.getByRole("table", { name: "Signing keys" });
  await expect(table).toContainText("Retired");
  await expect(page.getByRole("button", { name: "Retire Till one" })).toHaveCount(0);
  await lookOver(page);

  await page.getByRole("button", { name: "Make optional" }).click();
  await dialog.getByRole("button", { name: "Make optional" }).click();
  await expect(page.getByText("Signatures are optional", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Require signatures" }).click();
  await dialog.getByRole("button", { name: "Require signatures" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Add a signing key first");
});

test("a payment of development is not there for staging, nor for production", {
  tag: "@long",
}, async ({ page, request, origin }) => {
  const { paymentId } = await pay(request, { origin });
  await page.goto(path);
  const one = `/api/console/payments/${paymentId}`;
  for (const [environment, status, isListed] of [
    ["development", 200, true],
    ["staging", 404, false],
    ["production", 404, false],
  ] as const) {
    expect((await askFromPage(page, "GET", one, { environment })).status).toBe(status);
    const list = await askFromPage(page, "GET", "/api/console/payments", { environment });
    const ids = list.answer.data.payments.map((listed: { paymentId: string }) => listed.paymentId);
    expect(ids.includes(paymentId), environment).toBe(isListed);
  }
});

test("keeps an organization that holds payments", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  await pay(request, { origin });
  await page.goto(path);
  const button = page.getByRole("button", { name: "Delete" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(
    /^It cannot be deleted, because it holds payments/,
  );
  await lookOver(page);
});

test("deletes an empty organization, once its name is typed", async ({
  browser,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { state } = await makeMember(request);
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto(path);
  const dialog = await askToDelete(page);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.goto(path);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await Promise.all([context.close(), request.dispose()]);
});

test("draws loading, error and another try", { tag: "@long" }, async ({ page }) => {
  const organization = await answerLate(page, "**/api/console/organization");
  await page.goto(path);
  await expect(page.getByText("Loading the settings")).toBeAttached();
  await lookOver(page);
  await organization.refuse();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Not today.");
  await lookOver(page);
  await organization.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
});

async function askToDelete(page: Page) {
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox");
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  const title = (await dialog.getByRole("heading").textContent()) ?? "";
  await field.fill(title.replace(/^Delete (.+)\?$/, "$1"));
  return dialog;
}

async function chooseEnvironment(page: Page, label: string): Promise<void> {
  await page
    .getByRole("button", { name: /^Environment/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitemradio", { name: label }).click();
}
