import { type APIRequestContext, test as base } from "@playwright/test";
import { makeMember } from "./signed-in.ts";

/** A test with a merchant, in the session of its owner. */
export const test = base.extend<{ merchant: APIRequestContext }>({
  merchant: async ({ playwright, baseURL }, use) => {
    const origin = baseURL ?? "";
    const request = await playwright.request.newContext({
      baseURL: origin,
      extraHTTPHeaders: { Origin: origin, "X-Environment": "development" },
    });
    await makeMember(request);
    await use(request);
    await request.dispose();
  },
});
