import { createHash, randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { callAsIssuer } from "./issuer-api.ts";
import { lookOver } from "./look-over.ts";
import { openPalette } from "./open-palette.ts";
import { signIn, test } from "./signed-in.ts";
import { invite } from "./viewed-shop.ts";
import { confirmWithPin, goToReceipt, openReceipt, openSeeded } from "./wallet-screens.ts";

test.use({ kind: "platform" });

test("an agent finds a cardholder by the bank's number, and gets a lost phone onto a new one", async ({
  page: phone,
  browser,
  request,
  member,
  openRequest,
  origin,
}) => {
  const issuer = callAsIssuer(request, origin);
  const { userId, hashedPan } = await issuer.register();
  const past = await issuer.pay(hashedPan);
  const number = `K-${randomBytes(6).toString("hex")}`;
  const hash = createHash("sha256").update(number).digest("hex");
  const added = await request.post(`/api/v1/users/${userId}/identifiers`, {
    headers: { Origin: origin, "X-Environment": "development" },
    data: { kind: "reference", hash },
  });
  expect(added.status(), await added.text()).toBe(201);
  const owners = await openRequest();
  await signIn(owners, member);
  const support = await invite(owners, await openRequest(), { ...member, role: "support" });

  const code = await showCode(phone);
  const agent = await (
    await browser.newContext({ baseURL: origin, storageState: support.state })
  ).newPage();
  const sent: string[] = [];
  agent.on("request", (one) => void sent.push(`${one.url()} ${one.postData() ?? ""}`));
  await findByNumber(agent, number);
  await expect(agent).toHaveURL(`/issuer/cardholders/${userId}`);
  expect(sent.join("\n")).not.toContain(number);

  await expect(agent.getByRole("button", { name: "Rotate key" })).toBeDisabled();
  await agent.getByRole("button", { name: "Lost phone" }).click();
  const dialog = agent.getByRole("dialog", { name: "Replace a lost phone" });
  await dialog.getByLabel("Code on the new phone").fill("BBBB-CCCC");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("No phone of this organization shows this code")).toBeVisible();
  await lookOver(agent);
  await dialog.getByLabel("Code on the new phone").fill(code.toLowerCase());
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The 1 receipt so far stays sealed")).toBeVisible();
  const words = dialog.getByRole("list", { name: "Fingerprint" }).getByRole("listitem");
  const shown = phone.getByRole("list", { name: "Fingerprint of the key" }).getByRole("listitem");
  expect(await words.allTextContents()).toEqual(await shown.allTextContents());
  await dialog.getByRole("button", { name: "Replace the phone" }).click();
  await expect(dialog.getByText("Compare the words first")).toBeVisible();
  await lookOver(agent);
  // The label lies over the box.
  await dialog.getByText("The cardholder read out the same words", { exact: true }).click();
  await dialog.getByRole("button", { name: "Replace the phone" }).click();
  await expect(agent.getByText("The new phone opens receipts from now on")).toBeVisible();
  await agent.context().close();

  await expect(phone.getByRole("heading", { name: "This phone has your card now" })).toBeVisible();
  await phone.getByLabel("Name on this device").fill("Everyday");
  await phone.getByRole("button", { name: "Save" }).click();
  await expect(phone.getByText("Everyday", { exact: true })).toBeVisible();
  await lookOver(phone);
  const fresh = await issuer.pay(hashedPan);
  await phone.getByRole("link", { name: "Go to the receipts" }).click();
  await expect(phone.getByText("sealed to the lost phone’s key")).toBeVisible();
  await expect(phone.locator(`a[href$='${past}']`)).toContainText("Lost phone’s key");
  await lookOver(phone);
  await goToReceipt(phone, fresh);
  await openReceipt(phone);
  await confirmWithPin(phone);
  await expect(phone.locator(".print-slip")).toContainText("Corner Bakery");
});

/** The wallet of a new phone, from the empty page to the code for the bank. */
async function showCode(phone: Page): Promise<string> {
  await openSeeded(phone, "/wallet");
  await lookOver(phone);
  await phone.getByRole("link", { name: "Show this to your bank" }).click();
  await phone.getByRole("button", { name: "Get a code" }).click();
  await confirmWithPin(phone);
  await expect(phone.getByText("Waiting for your bank")).toBeVisible();
  await lookOver(phone);
  return (await phone.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? "";
}

async function findByNumber(agent: Page, number: string): Promise<void> {
  await agent.goto("/issuer");
  const field = await openPalette(agent);
  await field.fill("customer number");
  await agent.getByRole("option", { name: "Find a cardholder by customer number" }).click();
  const finding = agent.getByRole("dialog", { name: "Find a cardholder" });
  await finding.getByLabel("Customer number").fill(number);
  await finding.getByRole("button", { name: "Find" }).click();
}
