import type { Page } from "@playwright/test";

/** What the API answers to the page's own session, past everything that the page hides or disables. */
export async function callFromPage(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  environment = "development",
): Promise<number> {
  return (await askFromPage(page, method, path, { body, environment })).status;
}

export async function askFromPage(
  page: Page,
  method: string,
  path: string,
  { body, environment }: { body?: unknown; environment: string },
) {
  const init = {
    method,
    headers: { "Content-Type": "application/json", "X-Environment": environment },
    body: body === undefined ? null : JSON.stringify(body),
  };
  return await page.evaluate(
    async ({ url, request }) => {
      const response = await fetch(url, request);
      return { status: response.status, answer: await response.json() };
    },
    { url: path, request: init },
  );
}
