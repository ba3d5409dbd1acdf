import type { Page } from "@playwright/test";

type Held = {
  /** Answers what waits, and what comes, with a refusal that reads "Not today.". */
  refuse: () => Promise<void>;
  /** Lets the next requests through to the service. */
  giveWay: () => Promise<void>;
};

/** Holds the requests of an address back, so that a page can be seen while it loads. */
export async function answerLate(page: Page, address: string | RegExp): Promise<Held> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    const error = {
      code: "forbidden",
      message: "Not today",
      details: "",
      timestamp: new Date().toISOString(),
      request_id: "req_e2e",
    };
    await route.fulfill({ status: 403, json: { error } });
  });
  return {
    refuse: async () => held.resolve(),
    giveWay: () => page.unroute(address),
  };
}
