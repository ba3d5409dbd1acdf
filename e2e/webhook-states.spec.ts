import { expect, type Page } from "@playwright/test";
import { MAX_ENDPOINTS } from "#lib/webhooks/contract-limits.ts";
import { answerLate } from "./answer-late.ts";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { makeSessionsOld } from "./make-sessions-old.ts";
import { type Member, makeMember, test as signedIn, signIn } from "./signed-in.ts";
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
    await expect(dialog).toContainText("URL must not be empty.");
    await dialog.getByLabel("URL").fill("ftp://shop.example");
    await dialog.getByText("Selected types").click();
    await dialog.getByRole("button", { name: "Add the endpoint" }).click();
    await expect(dialog).toContainText("URL must be a full address");
    await expect(dialog).toContainText("Choose at least one.");
    await lookOver(page);
    await dialog.getByText("All events").click();
    await dialog.getByLabel("URL").fill("https://shop.example/hooks");
    await dialog.getByRole("button", { name: "Add the endpoint" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm to add a webhook endpoint" });
    await proof.getByLabel("Password").fill(member.password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    const secret = page.getByRole("dialog", { name: "Copy the signing secret now" });
    await expect(secret.getByLabel("Signing secret", { exact: true })).toHaveValue(/^whsec_/);
    await expect(secret.getByRole("figure", { name: "Shell" })).toContainText("whsec_");
    await page.keyboard.press("Escape");
    await expect(secret.getByText("Is the secret in a safe place?")).toBeInViewport();
    await lookOver(page);

    // Verifying is explained where the test is.
    await secret.getByRole("button", { name: "I have copied it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("shop.example/hooks");
    await page.getByText("Show the program").click();
    await expect(page.getByRole("figure", { name: /receiver\.mjs/ })).toContainText(
      "timingSafeEqual",
    );
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
  "a viewer reads endpoints, deliveries, and events, and changes nothing",
  async ({ page, shop, openRequest, origin }) => {
    const owner = await openRequest();
    await signIn(owner, shop.owner);
    const headers = { Origin: origin, "X-Environment": "development" };
    const data = { url: "http://localhost:9/hooks" };
    const added = await owner.post("/api/v1/webhook-endpoints", { headers, data });
    const { endpointId } = (await added.json()).data;
    await owner.post(`/api/v1/webhook-endpoints/${endpointId}/test`, { headers });

    await page.goto(path);
    await expectRefused(page, "Add an endpoint");
    await page.getByRole("link", { name: "localhost:9" }).click();
    for (const name of ["Send test event", "Edit", "Disable", "Rotate the secret", "Delete"]) {
      await expectRefused(page, name);
    }
    await expectRefused(page, "Resend failed events");
    await lookOver(page);
    await page
      .getByRole("table", { name: "Deliveries" })
      .getByRole("link", { name: "ping" })
      .click();
    const delivery = page.getByRole("dialog", { name: "ping" });
    await expect(delivery).toContainText("No connection");
    await expect(delivery.getByRole("button", { name: "Resend" })).toBeDisabled();
    await expect(delivery).toContainText("Resending requires the developer role.");
    const change = `/api/v1/webhook-endpoints/${endpointId}`;
    expect(await callFromPage(page, "PATCH", change, { status: "disabled" })).toBe(403);

    await page.goto("/merchant/events");
    await page.getByRole("link", { name: "payment.succeeded" }).first().click();
    const panel = page.getByRole("dialog", { name: "payment.succeeded" });
    await expect(panel.getByRole("figure", { name: "Data" })).toContainText(shop.receiptId);
    await expect(panel.getByRole("heading", { name: "Deliveries" })).toBeVisible();
    await lookOver(page);
    await panel.getByRole("link", { name: /^pay_/ }).click();
    await page.getByRole("link", { name: "View its events" }).click();
    await expect(page).toHaveURL(/\/merchant\/events\?payment=pay_/);
    await expect(page.getByRole("link", { name: "payment.succeeded" })).toBeVisible();
  },
);

async function expectRefused(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).first();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/requires the developer role; yours is viewer/);
}
