import { expect, type Page } from "@playwright/test";
import { MAX_ENDPOINTS } from "#lib/webhooks/contract-limits.ts";
import { answerLate } from "./answer-late.ts";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { makeSessionsOld } from "./make-sessions-old.ts";
import { type Member, makeMember, test as signedIn } from "./signed-in.ts";
import { test as asViewer } from "./viewed-shop.ts";

const path = "/merchant/webhooks";

// What is made old here is no other test's session.
const own = signedIn.extend<{ member: Member }>({
  member: async ({ openRequest }, use) => use(await makeMember(await openRequest())),
});

own(
  "says what webhooks are for, and asks for a proof before it adds one",
  async ({ page, member }) => {
    await page.goto(path);
    await expect(page.getByText("No endpoints yet")).toBeVisible();
    await expect(page.getByText("Your servers need not poll")).toBeVisible();
    await lookOver(page);

    await makeSessionsOld(page, member);
    await page.getByRole("button", { name: "Add an endpoint" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add a webhook endpoint" });
    await dialog.getByRole("button", { name: "Add the endpoint" }).click();
    await expect(dialog).toContainText("Must not be empty.");
    await dialog.getByLabel("URL").fill("ftp://shop.example");
    await dialog.getByText("Selected types").click();
    await dialog.getByRole("button", { name: "Add the endpoint" }).click();
    await expect(dialog).toContainText("Must be a full address");
    await expect(dialog).toContainText("Choose at least one.");
    await lookOver(page);
    await dialog.getByText("All events").click();
    await dialog.getByLabel("URL").fill("https://shop.example/hooks");
    await dialog.getByRole("button", { name: "Add the endpoint" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Password").fill(member.password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    const secret = page.getByRole("dialog", { name: "Copy the signing secret now" });
    await expect(secret.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
    await expect(secret.getByRole("figure", { name: /receiver\.mjs/ })).toContainText(
      "timingSafeEqual",
    );
    await page.keyboard.press("Escape");
    await expect(secret).toContainText("Is the secret in a safe place?");
    await lookOver(page);
  },
);

signedIn(
  "explains that a full environment takes no more endpoints",
  { tag: "@long" },
  async ({ page }) => {
    await page.goto(`${path}?environment=staging`);
    await expect(page.getByText("No endpoints yet")).toBeVisible();
    for (let count = 0; count < MAX_ENDPOINTS; count += 1) {
      const body = { url: `https://shop-${count}.example/hooks` };
      const status = await callFromPage(page, "POST", "/api/v1/webhook-endpoints", body, "staging");
      expect(status).toBe(201);
    }
    await page.reload();
    await expect(page.getByRole("table", { name: "Endpoints" }).getByRole("link")).toHaveCount(
      MAX_ENDPOINTS,
    );
    const button = page.getByRole("button", { name: "Add an endpoint" });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/at most 16 endpoints/);
    await lookOver(page);
  },
);

signedIn("draws loading, error and another try", { tag: "@long" }, async ({ page }) => {
  const endpoints = await answerLate(page, "**/api/v1/webhook-endpoints");
  await page.goto(path);
  await expect(page.getByText("Loading the endpoints")).toBeAttached();
  await lookOver(page);
  await endpoints.refuse();
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(alert).toContainText("req_e2e");
  await lookOver(page);
  await endpoints.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
});

signedIn(
  "knows that an endpoint, a delivery, or an event is not there",
  { tag: "@long" },
  async ({ page }) => {
    await page.goto(`${path}/whe_00000000000000000000000000000000`);
    await expect(page.getByText("No such endpoint in this environment")).toBeVisible();
    await page.goto("/merchant/events/evt_00000000000000000000000000000000");
    await expect(page.getByRole("dialog")).toContainText("No such event in this environment");
    await page.getByRole("button", { name: "Back to the events" }).click();
    await expect(page.getByText("No events yet")).toBeVisible();
    await lookOver(page);
  },
);

asViewer(
  "a viewer reads the events, and is told who may see the endpoints",
  async ({ page, shop }) => {
    await page.goto(path);
    const button = page.getByRole("button", { name: "Add an endpoint" });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(
      /requires the developer role; yours is viewer/,
    );
    await expect(page.getByRole("table")).toHaveCount(0);
    expect(await callFromPage(page, "GET", "/api/v1/webhook-endpoints")).toBe(403);
    await lookOver(page);

    await openNewestEvent(page);
    const panel = page.getByRole("dialog", { name: "payment.succeeded" });
    await expect(panel.getByRole("figure", { name: "Data" })).toContainText(shop.receiptId);
    await expect(panel).toContainText("Seeing deliveries requires the developer role.");
    await lookOver(page);
    await panel.getByRole("link", { name: /^pay_/ }).click();
    await page.getByRole("link", { name: "View its events" }).click();
    await expect(page).toHaveURL(/\/merchant\/events\?payment=pay_/);
    await expect(page.getByRole("link", { name: "payment.succeeded" })).toBeVisible();
  },
);

async function openNewestEvent(page: Page): Promise<void> {
  await page.goto("/merchant/events");
  await page.getByRole("link", { name: "payment.succeeded" }).first().click();
}
