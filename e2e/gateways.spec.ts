import { expect, type Page } from "@playwright/test";
import { providersFor } from "#lib/gateways/contract-providers.ts";
import { stripeForm } from "#lib/gateways/stripe/contract.ts";
import { answerLate } from "./answer-late.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { test } from "./signed-in.ts";

test.use({ production: true });

// The connections of an environment are there once for the organization.
test.describe.configure({ mode: "serial" });

const path = "/merchant/gateways";

test("connects the sandbox, tests it and disconnects it, without a word in the console", async ({
  page,
}) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  const gateway = page.getByRole("region", { name: "Gateway two" });
  await gateway.getByRole("button", { name: "Connect" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a provider" });
  await dialog.getByLabel("Provider").selectOption("Sandbox");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Sandbox is connected")).toBeVisible();
  await expect(gateway).toContainText("Closed: payments go through");

  await gateway.getByRole("button", { name: "Test" }).click();
  await expect(gateway).toContainText("Sandbox accepts the saved credentials.");
  await lookOver(page);

  await gateway.getByRole("button", { name: "Replace" }).click();
  const replacement = page.getByRole("dialog", { name: "Replace the connection" });
  await replacement.getByRole("button", { name: "Replace" }).click();
  await expect(replacement).toBeHidden();
  await expect(gateway).not.toContainText("accepts the saved credentials");

  await gateway.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("dialog", { name: "Disconnect Sandbox?" });
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(gateway).toContainText("No provider connected");
  expect(noise).toEqual([]);
});

test("says at the field what is wrong with a key, and forgets it with the dialog", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(path);
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  const key = dialog.getByLabel("Secret key");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect(dialog).toContainText("Secret key must not be empty.");

  await key.fill("not-a-key");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect(dialog).toContainText("Secret key must be a secret or restricted key.");
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await expect(key).toHaveAttribute("type", "password");

  await page.keyboard.press("Escape");
  await openDialog(page);
  await expect(key).toHaveValue("");
});

test("offers no sandbox in production, and says that payments are refused", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(`${path}?environment=production`);
  await expect(page.getByText("Real data", { exact: true })).toBeVisible();
  await expect(page.getByText("Payments through it are refused.").first()).toBeVisible();
  await expect(page.getByText("Sandbox test values")).toBeHidden();
  await openDialog(page);
  const options = page.getByRole("dialog").getByLabel("Provider").getByRole("option");
  await expect(options).toHaveText(
    providersFor("gateway_one", "production").map(({ title }) => title),
  );
  await expect(options.filter({ hasText: "Sandbox" })).toHaveCount(0);
});

test("draws loading, error and another try", { tag: "@long" }, async ({ page }) => {
  const gateways = await answerLate(page, "**/api/console/gateways");
  await page.goto(path);
  await expect(page.getByText("Loading the gateways")).toBeAttached();
  await lookOver(page);

  await gateways.refuse();
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(alert).toContainText("Not today.");
  await expect(alert).toContainText("req_e2e");
  await lookOver(page);

  await gateways.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Gateway one" })).toBeVisible();
  await lookOver(page);
});

test("names the events and permissions to select at the provider, and marks what came in", {
  tag: "@long",
}, async ({ page }) => {
  const at = "2026-11-22T10:00:00.000Z";
  const connection = {
    connectionId: "gwc_00000000000000000000000000000000",
    gateway: "gateway_one",
    provider: "stripe",
    account: "acct_1",
    circuit: "closed",
    webhookUrl: "https://receipts.example/api/gateways/gateway_one/gwc_0/webhook",
    lastNotificationAt: at,
    events: stripeForm.setup.events.map(({ type }, index) => ({
      type,
      lastReceivedAt: index === 0 ? at : null,
    })),
    createdAt: at,
    updatedAt: at,
  };
  await page.route("**/api/console/gateways", (route) =>
    route.fulfill({ json: { success: true, data: { connections: [connection] } } }),
  );
  await page.goto(path);
  const events = page.getByRole("list", { name: "Webhook events" }).getByRole("listitem");
  await expect(events).toHaveCount(stripeForm.setup.events.length);
  await expect(events.first()).toContainText("Received");
  await expect(events.last()).toContainText("charge.dispute.closed");
  await expect(events.last()).toContainText("None yet");
  await lookOver(page);

  await page.getByRole("button", { name: "Replace" }).click();
  const [permission = ""] = stripeForm.setup.permissions;
  await expect(page.getByRole("dialog")).toContainText(permission);
  await lookOver(page);
});

async function openDialog(page: Page): Promise<void> {
  const gateway = page.getByRole("region", { name: "Gateway one" });
  await gateway.getByRole("button", { name: "Connect" }).click();
}
