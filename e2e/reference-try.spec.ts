import { expect } from "@playwright/test";
import { signedOut, test } from "./signed-in.ts";
import { readApiKey } from "./wallet-service.ts";

test.use({ kind: "platform" });

test("a call is sent from its form, with a key that is stored nowhere", async ({ page }) => {
  await page.goto("/docs/reference#createPayment");
  await page.getByRole("button", { name: "Try it: Create a payment with a sealed" }).click();
  const form = page.getByRole("form", { name: "Try it: Create a payment with a sealed receipt" });
  const send = form.getByRole("button", { name: "Send" });
  const body = form.getByRole("textbox", { name: "Body" });
  const answer = form.getByRole("region", { name: "Answer" });
  const example = JSON.parse(await body.inputValue());
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/create")) calls.push(request.url());
  });

  await form.getByText("API key", { exact: true }).click();
  await form.getByRole("textbox", { name: "API key" }).fill("ssk_prod_abc");
  await body.fill("{");
  await send.click();
  await expect(form.getByText(/is of production/i)).toBeVisible();
  await expect(form.getByText(/is not JSON/i)).toBeVisible();

  const key = await readApiKey("platform");
  await form.getByRole("textbox", { name: "API key" }).fill(key);
  await body.fill(JSON.stringify({ ...example, note: "4242424242424242" }));
  await send.click();
  await expect(form.getByText(/Not sent: note/)).toBeVisible();
  expect(calls).toEqual([]);

  const ids = { receiptId: crypto.randomUUID(), transactionId: "from-a-form" };
  await body.fill(JSON.stringify({ ...example, ...ids }));
  await send.click();
  await expect(answer.getByText("201", { exact: true })).toBeVisible();
  await expect(answer.getByText("x-payment-id")).toBeVisible();
  await expect(answer.getByText('"paymentId": "pay_')).toBeVisible();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored).not.toContain(key);
  expect(await page.content()).not.toContain(`>${key}<`);
});

test("a member sends with the session of this browser, in the environment of choice", async ({
  page,
  browser,
}) => {
  await page.goto("/docs/reference#findPayments");
  await page.getByRole("button", { name: "Try it: Look payments up, or list them" }).click();
  const form = page.getByRole("form", { name: "Try it: Look payments up, or list them" });
  await form.getByText("Session, staging").click();
  const sent = page.waitForRequest(/api\/v1\/payments/);
  await form.getByRole("button", { name: "Send" }).click();
  expect((await sent).headers()["x-environment"]).toBe("staging");
  await expect(form.getByText("200", { exact: true })).toBeVisible();

  const stranger = await browser.newPage({ storageState: signedOut });
  await stranger.goto("/docs/reference");
  await stranger.getByRole("button", { name: "Try it: Look payments up, or list them" }).click();
  await stranger.getByRole("form").getByRole("button", { name: "Send" }).click();
  await expect(stranger.getByText("401", { exact: true }).last()).toBeVisible();
  await stranger.close();
});
