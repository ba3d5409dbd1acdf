import { expect } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";

test("a member approves a program's code, and it gets a key", async ({ page, request }) => {
  const started = await request.post("/api/device-logins", { data: { deviceName: "laptop-7" } });
  const { deviceCode, userCode, verificationUrl } = (await started.json()).data;
  const { pathname, search } = new URL(verificationUrl);
  await page.goto(`${pathname}${search}`);
  await expect(page.getByLabel("Code")).toHaveValue(userCode);
  await lookOver(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("laptop-7")).toBeVisible();
  await expect(page.getByText("If someone sent you this code")).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Approved" })).toBeVisible();
  const answer = await request.post("/api/device-logins/token", { data: { deviceCode } });
  const { state, environment } = (await answer.json()).data;
  expect([state, environment]).toEqual(["approved", "development"]);
});
