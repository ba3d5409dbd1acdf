import { expect, type Page } from "@playwright/test";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { moreAction } from "./more-actions.ts";
import { listenForNoise } from "./noise.ts";
import { pickCard, prepare } from "./terminal-page.ts";
import { test } from "./viewed-shop.ts";

// What the API refuses, route by route, is in app/api/console/roles.test.ts.

test("sees the keys, and neither makes, rolls nor revokes one", async ({ page, shop }) => {
  await page.goto("/merchant/keys");
  await expectRefused(page, "Create a key", /requires the developer role; yours is viewer/);
  await page.getByRole("link", { name: "Till one" }).click();
  const panel = page.getByRole("dialog", { name: "Till one" });
  await expect(panel).toContainText("Rolling and revoking require the developer role.");
  await expect(panel.getByRole("button", { name: "Roll" })).toBeDisabled();
  await expect(panel.getByRole("button", { name: "Revoke" })).toBeDisabled();
  await lookOver(page);
  await expectForbidden(page, [
    ["POST", "/api-keys", { name: "Mine", scopes: ["payments:write"] }],
    ["POST", `/api-keys/${shop.apiKeyId}/roll`, { graceSeconds: 0 }],
    ["DELETE", `/api-keys/${shop.apiKeyId}`],
  ]);
});

test("sees the team, and changes nobody", { tag: "@long" }, async ({ page, shop }) => {
  const { owner, ownerId, viewer, viewerId, invited, invitationId } = shop;
  await page.goto("/merchant/team");
  for (const name of [
    "Invite a member",
    `Role of ${owner.email}: Owner`,
    `Role of ${viewer.email}: Viewer`,
    `Remove ${owner.email}`,
    "Leave the organization",
    `Send the invitation to ${invited} again`,
    `Withdraw the invitation for ${invited}`,
  ]) {
    await expectRefused(page, name, /requires the owner role; yours is viewer/);
  }
  await lookOver(page);
  await expectForbidden(page, [
    ["POST", "/invitations", { email: "friend@e2e.example", role: "owner" }],
    ["DELETE", `/invitations/${invitationId}`],
    ["PUT", `/members/${viewerId}`, { role: "owner" }],
    ["DELETE", `/members/${ownerId}`],
  ]);
});

test("sees the settings, and changes none", { tag: "@long" }, async ({ page, shop }) => {
  await page.goto("/merchant/settings");
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("readonly");
  await expectRefused(page, "Rename", /requires the owner role/);
  await expectRefused(page, "Delete", /requires the owner role/);
  await expectRefused(page, "Add a key", /requires the developer role/);
  await expectRefused(page, "Retire Signer one", /requires the developer role/);
  await expectRefused(page, "Require signatures", /requires the developer role/);
  await lookOver(page);
  const { organizationName } = shop.owner;
  await expectForbidden(page, [
    ["PUT", "/organization", { name: "Mine now" }],
    ["DELETE", "/organization", { name: organizationName }],
    ["POST", "/signing-keys", { name: "Mine", publicKey: "none" }],
    ["DELETE", `/signing-keys/${shop.signingKeyId}`],
    ["PUT", "/signature-requirement", { required: true }],
  ]);
});

test("sees the gateways, and neither connects nor tests one", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/merchant/gateways");
  await expect(page.getByRole("region", { name: "Gateway one" })).toContainText("Closed");
  await expect(page.getByRole("region", { name: "Gateway two" })).toContainText("No provider");
  for (const name of ["Connect", "Replace", "Test", "Disconnect"]) {
    await expectRefused(page, name, /requires the developer role; yours is viewer/);
  }
  await lookOver(page);
  await expectForbidden(page, [
    ["PUT", "/gateways/gateway_two", { provider: "sandbox" }],
    ["POST", "/gateways/gateway_one/test"],
    ["DELETE", "/gateways/gateway_one"],
  ]);
});

test("reads the overview, the payments and the request log", { tag: "@long" }, async ({
  page,
  shop,
}) => {
  const noise = listenForNoise(page);
  await page.goto("/merchant");
  await expect(page.getByRole("link", { name: shop.receiptId })).toBeVisible();
  await page.getByRole("link", { name: shop.receiptId }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment of $12.50");
  await expectRefused(page, "Refund", /requires the support role; yours is viewer/);
  await page.goto("/merchant/requests");
  await expect(page.getByRole("table", { name: "Requests" })).toBeVisible();
  await page.goto("/merchant/payments");
  const downloaded = page.waitForEvent("download");
  await (await moreAction(page, "Export CSV")).click();
  await downloaded;
  expect(noise).toEqual([]);
});

test("finds no key to make in the quickstart, and takes no payment at the terminal", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/merchant/quickstart");
  await expectRefused(page, "Create a key now", /requires the developer role/);
  await lookOver(page);
  await prepare(page);
  await pickCard(page, "4242");
  await expect(page.getByRole("button", { name: /^Tap card/ })).toBeDisabled();
  await expect(page.getByText("a developer or an owner takes payments")).toBeVisible();
  expect(await callFromPage(page, "POST", "/api/v1/payments/gateway_one/create", {})).toBe(403);
});

/** Expects the button to be there, disabled, and to say which role it needs. */
async function expectRefused(page: Page, name: string, why: RegExp): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).first();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(why);
}

async function expectForbidden(
  page: Page,
  calls: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<void> {
  for (const [method, path, body] of calls) {
    const status = await callFromPage(page, method, `/api/console${path}`, body);
    expect(status, `${method} ${path}`).toBe(403);
  }
}
