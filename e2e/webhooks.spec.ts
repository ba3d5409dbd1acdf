import { expect, type Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { startWebhookReceiver, type WebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import { callAsIssuer } from "./issuer-api.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { test } from "./signed-in.ts";

test.use({ kind: "platform" });

test("an endpoint is set up, tested, found failing, and repaired, from the console alone", async ({
  page,
  request,
  origin,
}) => {
  const noise = listenForNoise(page);
  await using receiver = await startWebhookReceiver();
  await page.goto("/merchant/webhooks");
  const secret = await addEndpoint(page, `${receiver.url}/shop`, ["payment.succeeded"]);

  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText(/Answered 204 after/)).toBeVisible();
  expect(typeOf(receiver, secret)).toBe("ping");
  await lookOver(page);

  receiver.behave("/shop", { status: 500, body: "<b>out of paper</b>" });
  const first = await pay(request, { origin });
  const other = await pay(request, { origin });
  const log = page.getByRole("table", { name: "Deliveries" });
  await expect(log).toContainText(other.paymentId);
  await page.goto(`${new URL(page.url()).pathname}?payment=${first.paymentId}`);
  await expect(log).toContainText(first.paymentId);
  await expect(log).not.toContainText(other.paymentId);
  await openDelivery(page, "payment.succeeded");
  const panel = page.getByRole("dialog", { name: "payment.succeeded" });
  await expect(panel).toContainText("Retrying");
  const attempts = panel.getByRole("list", { name: "Attempts" });
  await expect(attempts).toContainText("Answered 500");
  await expect(attempts).toContainText("Its own log says why.");
  // The next attempt may have been made.
  const answer = attempts.getByRole("textbox", { name: "Answer" }).first();
  await expect(answer).toHaveValue("<b>out of paper</b>");
  await expect(panel.getByRole("figure", { name: "Body" })).toContainText(first.paymentId);
  await expect(panel.getByRole("figure", { name: "Request line and headers" })).toContainText(
    "webhook-id: evt_",
  );
  await lookOver(page);

  receiver.behave("/shop", 204);
  await panel.getByRole("button", { name: "Resend" }).click();
  await expect(panel).toContainText("Delivered");
  await expect(attempts.getByRole("listitem").first()).toContainText("sent manually");
  expect(typeOf(receiver, secret)).toBe("payment.succeeded");
  expect(noise).toEqual([]);
});

test("what an endpoint missed is sent once it is enabled, and again since a time", async ({
  page,
  request,
  origin,
}) => {
  await using receiver = await startWebhookReceiver();
  await page.goto("/merchant/webhooks");
  await addEndpoint(page, `${receiver.url}/books`, ["payment.succeeded"]);
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await inDialog(page, /^Disable/, "Disable");
  await expect(page.getByText("Disabled by your organization")).toBeVisible();
  await lookOver(page);

  const missed = await pay(request, { origin });
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Send what it missed" })).toBeChecked();
  await lookOver(page);
  await inDialog(page, /^Enable/, "Enable");
  await expect.poll(() => bodiesOf(receiver)).toContain(missed.paymentId);

  receiver.behave("/books", 503);
  const failed = await pay(request, { origin });
  await expect(page.getByRole("row").filter({ hasText: "Answered 503" })).toBeVisible();
  receiver.behave("/books", 204);
  const before = receiver.arrivals.length;
  await page.getByRole("button", { name: "Resend failed events" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend failed events" });
  await dialog.getByLabel("Since", { exact: true }).fill("");
  await expect(dialog).toContainText("Since must be a date and a time.");
  await lookOver(page);
  await dialog.getByLabel("Since", { exact: true }).fill(anHourAgo());
  await dialog.getByRole("button", { name: "Resend", exact: true }).click();
  await expect.poll(() => bodiesOf(receiver, before)).toContain(failed.paymentId);
  expect(bodiesOf(receiver, before)).not.toContain(missed.paymentId);
});

test("during a rotation either secret verifies, and a deleted endpoint is gone", async ({
  page,
}) => {
  await using receiver = await startWebhookReceiver();
  await page.goto("/merchant/webhooks");
  const old = await addEndpoint(page, `${receiver.url}/rotated`);
  await page.getByRole("button", { name: "Rotate the secret" }).click();
  await inDialog(page, "Rotate the signing secret?", "Rotate the secret");
  const next = await readSecret(page);
  expect(next).not.toBe(old);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText(/Answered 204 after/)).toBeVisible();
  for (const secret of [old, next]) expect(typeOf(receiver, secret)).toBe("ping");

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await inDialog(page, /^Delete/, "Delete the endpoint");
  await expect(page).toHaveURL("/merchant/webhooks");
  await expect(page.getByRole("link", { name: hostOf(receiver) })).toHaveCount(0);
});

test("an issuer sees that a receipt has arrived, and that its endpoint was told", async ({
  page,
  request,
  origin,
}) => {
  await using receiver = await startWebhookReceiver();
  await page.goto("/issuer/webhooks");
  const secret = await addEndpoint(page, `${receiver.url}/app`, ["receipt.delivered"]);
  const api = callAsIssuer(request, origin);
  const cardholder = await api.register();
  const paymentId = await api.pay(cardholder.hashedPan);
  await expect.poll(() => bodiesOf(receiver)).toContain(paymentId);
  expect(typeOf(receiver, secret)).toBe("receipt.delivered");

  await page.goto(`/issuer/events?user=${cardholder.userId}`);
  await page.getByRole("link", { name: "receipt.delivered" }).click();
  const panel = page.getByRole("dialog", { name: "receipt.delivered" });
  await expect(panel).toContainText("can be opened");
  await expect(panel.getByRole("figure", { name: "Data" })).toContainText(paymentId);
  const told = panel.getByRole("listitem").filter({ hasText: hostOf(receiver) });
  await expect(told).toContainText("Delivered");
  await lookOver(page);
  await told.getByRole("link").click();
  await expect(page.getByRole("dialog")).toContainText("Answered 204");
  await page.goto(`/issuer/events?user=${cardholder.userId}&type=receipt.delivered`);
  await page.getByRole("link", { name: "receipt.delivered" }).click();
  await panel.getByRole("link", { name: cardholder.userId }).click();
  await expect(page).toHaveURL(`/issuer/cardholders/${cardholder.userId}`);
});

/** Adds an endpoint with the form, which leads to its page; returns the secret that is shown before. */
async function addEndpoint(page: Page, url: string, types: string[] = []): Promise<string> {
  await page.getByRole("button", { name: "Add an endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a webhook endpoint" });
  await dialog.getByLabel("URL").fill(url);
  if (types.length > 0) await dialog.getByText("Selected types").click();
  for (const type of types) await dialog.getByText(type, { exact: true }).click();
  await dialog.getByRole("button", { name: "Add the endpoint" }).click();
  const secret = await readSecret(page);
  const { host, pathname } = new URL(url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(host + pathname);
  return secret;
}

async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Copy the signing secret now" });
  const secret = await dialog.getByLabel("Signing secret", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await expect(dialog).toBeHidden();
  return secret;
}

async function openDelivery(page: Page, type: string): Promise<void> {
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link", { name: type }).click();
}

async function inDialog(page: Page, name: string | RegExp, button: string): Promise<void> {
  await page.getByRole("dialog", { name }).getByRole("button", { name: button }).click();
}

/** The type of the last delivery, which the library of Standard Webhooks verifies as its receiver would. */
function typeOf({ arrivals }: WebhookReceiver, secret: string): unknown {
  const { body = "", headers = {} } = arrivals.at(-1) ?? {};
  const event = new Webhook(secret).verify(body, headers);
  return typeof event === "object" && event !== null && "type" in event ? event.type : undefined;
}

function bodiesOf({ arrivals }: WebhookReceiver, from = 0): string {
  return arrivals
    .slice(from)
    .map(({ body }) => body)
    .join("\n");
}

function hostOf({ url }: WebhookReceiver): string {
  return new URL(url).host;
}

/** As a field for a date and a time takes it, in the zone of this machine, which is the browser's. */
function anHourAgo(): string {
  const at = new Date(Date.now() - 60 * 60 * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
