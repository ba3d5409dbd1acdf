import { expect, type Page } from "@playwright/test";
import { answerLate } from "./answer-late.ts";
import { callFromOutside } from "./call-from-outside.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { test } from "./signed-in.ts";

const path = "/merchant/keys";

test("a key is made, works from outside, and is refused at once when it is revoked", async ({
  page,
  origin,
}) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  const name = uniqueName();
  await openForm(page);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Expires").selectOption("In 30 days");
  const secret = await makeKey(page);
  await expect(page.getByRole("figure", { name: "curl" })).toContainText(secret);
  await page.getByRole("button", { name: "I have copied it" }).click();
  expect((await callFromOutside(origin, secret)).status).toBe(201);

  await openKey(page, name);
  await expect(page).toHaveURL(/\/merchant\/keys\/ak_/);
  const panel = page.getByRole("dialog", { name });
  await panel.getByRole("button", { name: "Revoke" }).click();
  const question = page.getByRole("dialog", { name: `Revoke “${name}”?` });
  await question.getByRole("button", { name: "Revoke the key" }).click();
  await expect(panel).toContainText("Revoked");
  expect((await callFromOutside(origin, secret)).status).toBe(401);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(path);
  const ended = page.getByRole("table", { name: "Inactive keys" }).getByRole("row", { name });
  await expect(ended).toContainText("Revoked");
  expect(noise).toEqual([]);
});

test("a double click creates one key, and the dialog stays until the answer", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(path);
  await openForm(page);
  await page.getByLabel("Name").fill(uniqueName());
  const answered = Promise.withResolvers<void>();
  let posts = 0;
  await page.route("**/api/console/api-keys", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts += 1;
    await answered.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Create the key" }).dblclick();
  await expect.poll(() => posts).toBe(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  answered.resolve();
  await readSecret(page);
  expect(posts).toBe(1);
});

test("a key that is rolled without grace is refused, and the new one works", {
  tag: "@long",
}, async ({ page, origin }) => {
  const name = uniqueName();
  const old = await makeKeyByApi(page, origin, name);
  await page.goto(path);
  await openKey(page, name);
  await page.getByRole("button", { name: "Roll" }).click();
  await page.getByText("Not at all").click();
  await expect(page.getByText("refused from now on")).toBeVisible();
  await page.getByRole("button", { name: "Roll the key" }).click();
  const next = await readSecret(page);
  await page.getByRole("button", { name: "I have copied it" }).click();
  expect((await callFromOutside(origin, old)).status).toBe(401);
  expect((await callFromOutside(origin, next)).status).toBe(201);

  const panel = page.getByRole("dialog", { name });
  await expect(panel).toContainText("Expired");
  await panel.getByRole("link", { name: next.slice(-4) }).click();
  await expect(panel).toContainText("Active");
});

test("the old key of a roll works on during its grace, and is marked", { tag: "@long" }, async ({
  page,
  origin,
}) => {
  const name = uniqueName();
  const old = await makeKeyByApi(page, origin, name);
  await page.goto(path);
  await openKey(page, name);
  await page.getByRole("button", { name: "Roll" }).click();
  await page.getByText("1 hour").click();
  await expect(page.getByText("Both keys work until")).toBeVisible();
  await page.getByRole("button", { name: "Roll the key" }).click();
  const next = await readSecret(page);
  await page.getByRole("button", { name: "I have copied it" }).click();
  for (const key of [old, next]) expect((await callFromOutside(origin, key)).status).toBe(201);
  await page.keyboard.press("Escape");
  const rows = page.getByRole("table", { name: "Active keys" }).getByRole("row", { name });
  await expect(rows.filter({ hasText: "Expiring" })).toContainText("Rolled");
  await expect(rows.filter({ hasText: "Active" })).toContainText(next.slice(-4));
});

test("the keys, one of them and its dialogs can be used by everybody", { tag: "@long" }, async ({
  page,
  origin,
}) => {
  const name = uniqueName();
  await makeKeyByApi(page, origin, name);
  await page.goto(path);
  await openKey(page, name);
  await lookOver(page);
  await page.getByRole("button", { name: "Roll" }).click();
  await expect(page.getByRole("dialog", { name: `Roll “${name}”` })).toBeVisible();
  await lookOver(page);
});

test("a key is used from the addresses that it names, and from no other", { tag: "@long" }, async ({
  page,
  origin,
}) => {
  await page.goto(path);
  await openForm(page);
  await page.getByLabel("Name").fill(uniqueName());
  await page.getByLabel("Allowed addresses").fill("203.0.113.0/24");
  const key = await makeKey(page);
  expect((await callFromOutside(origin, key)).status).toBe(403);
});

test("says at each field what is wrong with it", { tag: "@long" }, async ({ page }) => {
  await page.goto(path);
  await openForm(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Till" })).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Create the key" })).toBeInViewport({ ratio: 1 });
  await dialog.getByText("Custom").click();
  await dialog.getByText("Create payments, each").click();
  await dialog.getByText("Read the status of payments").click();
  await dialog.getByLabel("Expires").selectOption("On a specific day");
  await dialog.getByLabel("Allowed addresses").fill("shop.example");
  await dialog.getByRole("button", { name: "Create the key" }).click();
  await expect(dialog).toContainText("Name must not be empty.");
  await expect(dialog).toContainText("Choose at least one.");
  await expect(dialog).toContainText("“shop.example” is neither an IPv4 or IPv6 address");
  await lookOver(page);

  await dialog.getByLabel("Name").fill("Till");
  await dialog.getByText("Create payments, each").click();
  await dialog.getByLabel("Allowed addresses").fill("");
  await dialog.getByLabel("Last day").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Create the key" }).click();
  await expect(dialog).toContainText("Last day must be today or later.");
});

test("asks before a secret that nobody copied is gone", async ({ page }) => {
  await page.goto(path);
  await openForm(page);
  await page.getByLabel("Name").fill(uniqueName());
  const held = Promise.withResolvers<void>();
  await page.route("**/api/console/api-keys", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Create the key" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  held.resolve();
  const secret = await readSecret(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Is the key in a safe place?")).toBeVisible();
  await expect(page.getByLabel(/^API key/)).toHaveValue(secret);
  await lookOver(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.content()).not.toContain(secret);
});

test("the keys of one environment are not those of another", { tag: "@long" }, async ({
  page,
  origin,
}) => {
  await page.goto(`${path}?environment=staging`);
  await openForm(page);
  const name = uniqueName();
  await page.getByLabel("Name").fill(name);
  await expect(page.getByRole("dialog")).toContainText("It works only in staging.");
  expect((await makeKey(page)).startsWith("ssk_stg_")).toBe(true);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await openKey(page, name);
  const address = page.url();
  await page.goto(`${address}?environment=development`);
  await expect(page.getByRole("dialog", { name: "No such key" })).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Back to the keys" }).click();
  await expect(page).toHaveURL(`${origin}${path}`);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("draws loading, error and another try", { tag: "@long" }, async ({ page }) => {
  const keys = await answerLate(page, "**/api/console/api-keys");
  await page.goto(path);
  await expect(page.getByText("Loading the keys")).toBeAttached();
  await lookOver(page);
  await keys.refuse();
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(alert).toContainText("req_e2e");
  await lookOver(page);
  await keys.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
});

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await expect(page.getByLabel("Name")).toBeVisible();
}

async function makeKeyByApi(page: Page, origin: string, name: string): Promise<string> {
  const made = await page.request.post("/api/console/api-keys", {
    headers: { Origin: origin, "X-Environment": "development" },
    data: { name, scopes: ["payments:write"] },
  });
  return (await made.json()).data.secret;
}

/** Sends the form; the secret that is shown then. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Create the key" }).click();
  return await readSecret(page);
}

async function readSecret(page: Page): Promise<string> {
  await expect(page.getByRole("dialog", { name: "Copy the key now" })).toBeVisible();
  return await page.getByLabel(/^API key/).inputValue();
}

async function openKey(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
}

function uniqueName(): string {
  return `Till ${crypto.randomUUID().slice(0, 8)}`;
}
