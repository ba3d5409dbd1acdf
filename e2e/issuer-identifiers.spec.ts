import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { callAsIssuer } from "./issuer-api.ts";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";

test.use({ kind: "platform" });

test("an identifier is added, found, and ended, and its value is never sent", async ({
  page,
  request,
  origin,
}) => {
  const { userId } = await callAsIssuer(request, origin).register();
  const number = `K-${randomBytes(6).toString("hex")}`;
  const sent: string[] = [];
  page.on("request", (one) => void sent.push(`${one.url()} ${one.postData() ?? ""}`));

  await page.goto(`/issuer/cardholders/${userId}`);
  const rows = page.getByRole("table", { name: "Identifiers" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/Card.*of the registration/);
  await page.getByRole("button", { name: "Add identifier" }).click();
  const adding = page.getByRole("dialog", { name: "Add an identifier" });
  await adding.getByLabel("Phone number").fill("030 901820");
  await adding.getByRole("button", { name: "Add identifier" }).click();
  await expect(adding.getByText("Must begin with a plus sign")).toBeVisible();
  await lookOver(page);
  await adding.getByLabel("Kind").selectOption("Customer number");
  await adding.getByLabel("Customer number").fill(number);
  await adding.getByRole("button", { name: "Add identifier" }).click();
  await expect(rows.nth(2)).toContainText("Customer number");
  await lookOver(page);

  await page.goto("/issuer/cardholders");
  await page.getByRole("button", { name: "Find by customer number" }).click();
  const finding = page.getByRole("dialog", { name: "Find a cardholder" });
  await finding.getByLabel("Customer number").fill(`${number}0`);
  await finding.getByRole("button", { name: "Find" }).click();
  await expect(finding.getByText("None of your cardholders has it")).toBeVisible();
  await lookOver(page);
  await finding.getByLabel("Customer number").fill(number);
  await finding.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(`/issuer/cardholders/${userId}`);

  const end = page.getByRole("button", { name: "End: Customer number" });
  const ending = page.getByRole("dialog");
  await page.route("**/identifiers/*", (route) => route.abort(), { times: 1 });
  await end.click();
  await ending.getByRole("button", { name: "End it" }).click();
  await expect(ending.getByRole("alert")).toBeVisible();
  await ending.getByRole("button", { name: "Cancel" }).click();
  await end.click();
  await expect(ending.getByRole("alert")).toHaveCount(0);
  await ending.getByRole("button", { name: "End it" }).click();
  await expect(rows).toHaveCount(2);
  expect(sent.join("\n")).not.toContain(number);
});
