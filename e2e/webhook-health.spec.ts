import { expect, type Page } from "@playwright/test";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { withAppDatabase } from "./app-database.ts";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { pay } from "./pay.ts";
import { test } from "./signed-in.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test("events wait in sight behind an endpoint that is down, and an operator’s pause says so", async ({
  page,
  request,
  origin,
}) => {
  const endpointId = await addEndpoint(page, { path: "/down", description: "Till feed" });
  await setTo(endpointId, {
    failures: 40,
    failingSince: daysAgo(1),
    pausedUntil: new Date(Date.now() + DAY_MS / 24),
  });
  const { paymentId } = await pay(request, { origin });

  await page.goto(`/merchant/events?payment=${paymentId}`);
  const row = page.getByRole("row").filter({ hasText: paymentId });
  await expect(row).toContainText("12.50");
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "payment.succeeded" });
  const line = panel.getByRole("listitem").filter({ hasText: "Till feed" });
  await expect(line).toContainText("Waiting for its turn");
  await expect(line).toContainText(/1 event waits, next try in/);
  await lookOver(page);

  await line.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Till feed");
  const facts = page.getByRole("region", { name: "Endpoint" });
  await expect(facts).toContainText("1 event waits, next try in");
  await expect(facts).toContainText("Will be disabled on");
  await expect(facts).toContainText("unless an attempt succeeds");
  await lookOver(page);

  await setTo(endpointId, { disabledReason: "paused", disabledAt: new Date() });
  await expect(facts).toContainText("1 event waits until it is resumed");
  const button = page.getByRole("button", { name: "Send test event" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/while the operator has paused it/);
  const note = page.getByText("Sending continues where it stopped");
  await lookOver(page);
  await note.getByRole("link", { name: "audit trail" }).click();
  await expect(page).toHaveURL("/merchant/audit");
});

test("an endpoint that was disabled before the log begins can be enabled", async ({ page }) => {
  const endpointId = await addEndpoint(page, { path: "/old", description: "" });
  await setTo(endpointId, {
    disabledReason: "failing",
    disabledAt: daysAgo(40),
    failingSince: daysAgo(45),
  });
  await page.goto(`/merchant/webhooks/${endpointId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("localhost:9/old");
  const resend = page.getByRole("button", { name: "Resend failed events" });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveAccessibleDescription(/“Enable” can send what it missed/);
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Enable localhost:9/old?" });
  await expect(dialog).toContainText("older ones are gone");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Enable", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Endpoint" })).toContainText("Enabled");
});

type Added = { path: string; description: string };

/** An endpoint of this member's development at a port where nothing listens. */
async function addEndpoint(page: Page, { path, description }: Added): Promise<string> {
  await page.goto("/merchant/webhooks");
  const body = { url: `http://localhost:9${path}`, types: ["payment.succeeded"], description };
  expect(await callFromPage(page, "POST", "/api/v1/webhook-endpoints", body)).toBe(201);
  await page.reload();
  const link = page.getByRole("link", { name: description || `localhost:9${path}` });
  const href = await link.getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

async function setTo(id: string, data: Prisma.WebhookEndpointUpdateInput): Promise<void> {
  await withAppDatabase(() => prisma().webhookEndpoint.update({ where: { id }, data }));
}
