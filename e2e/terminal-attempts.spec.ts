import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";
import { expectOnReader, pickCard, prepare, tap } from "./terminal-page.ts";

test("a lost answer is asked for again with the same ids, and there is one payment", async ({
  page,
}) => {
  const bodies = collectBodies(page);
  await prepare(page, "Time out");
  await tap(page);
  await expectOnReader(page, "Retrying in");
  await expectOnReader(page, "Approved");
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  const attempts = page.getByRole("region", { name: "The same request, 2 times" });
  await expect(attempts.getByRole("listitem")).toHaveText([/^1503/, /^2201/]);

  const { receiptId } = JSON.parse(bodies[0] ?? "{}");
  const list = await page.request.get("/api/console/payments", {
    params: { search: receiptId },
    headers: { "X-Environment": "development", "Sec-Fetch-Site": "same-origin" },
  });
  const { payments } = (await list.json()).data;
  expect(payments).toMatchObject([{ receiptId, status: "succeeded" }]);
});

test("a gateway that fails each time leaves the payment open, to be set aside", {
  tag: "@long",
}, async ({ page }) => {
  const bodies = collectBodies(page);
  await prepare(page, "Fail");
  await tap(page);
  await expectOnReader(page, "No answer");
  await expect(page.getByText("It is not known yet whether it was charged")).toBeVisible();
  expect(bodies).toHaveLength(3);
  await lookOver(page);
  await page.getByRole("button", { name: "Set it aside" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("a network that comes back finishes the payment that was tried", { tag: "@long" }, async ({
  page,
}) => {
  const bodies = collectBodies(page);
  await prepare(page);
  await page.route("**/api/v1/payments/*/create", (route) => route.abort("connectionreset"), {
    times: 3,
  });
  await tap(page);
  await expectOnReader(page, "No answer");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectOnReader(page, "Approved");
  expect(bodies).toHaveLength(4);
  expect(new Set(bodies).size).toBe(1);
});

test("a declined card may be followed by another, under the same receipt", {
  tag: "@long",
}, async ({ page }) => {
  const bodies = collectBodies(page);
  await prepare(page, "Decline");
  await tap(page);
  await expectOnReader(page, "Declined");
  await expect(page.getByText("Its reason: card_declined.")).toBeVisible();
  await lookOver(page);

  await page.getByRole("button", { name: "Try another card" }).click();
  await pickCard(page, "4444");
  await page.getByRole("radio", { name: "Approve" }).check();
  await tap(page);
  await expectOnReader(page, "Approved");
  const [first, second] = bodies.map((body) => JSON.parse(body));
  expect(second.receiptId).toBe(first.receiptId);
  expect(second.transactionId).toBe(first.transactionId);
  expect(second.recipientHashedPan).not.toBe(first.recipientHashedPan);
  expect(second.reservation).not.toBe(first.reservation);
});

function collectBodies(page: Page): string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/create")) bodies.push(request.postData() ?? "");
  });
  return bodies;
}
