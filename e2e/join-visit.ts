import type { Page } from "@playwright/test";

/** A code that takes the visit of this page's browser to another one, once. */
export async function createHandoverCode(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const answer = await fetch("/api/demo/visit/handover", { method: "POST" });
    return (await answer.json()).data.code;
  });
}

/** Takes the visit of a browser to another one, as the link behind the QR code does. */
export async function joinVisit(from: Page, other: Page): Promise<void> {
  const code = await createHandoverCode(from);
  // A file of the same origin, without scripts.
  await other.goto("/example.json");
  await other.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/demo/visit/join", { method: "POST", headers, body });
  }, JSON.stringify({ code }));
}
