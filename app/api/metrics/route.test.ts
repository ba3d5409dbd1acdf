import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const TOKEN = "a token of the monitoring";

const service = setUpTestService();

async function scrape(authorization?: string) {
  const response = await fetch(`${service.url}/api/metrics`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("404 where no token is set, whatever is sent", async () => {
  for (const authorization of [undefined, "Bearer ", "Bearer undefined"]) {
    assertError(await scrape(authorization), { status: 404, code: "not_found" });
  }
});

describe("with a token", () => {
  const restart = () =>
    service.restart({ METRICS_TOKEN: TOKEN, RATE_LIMITS: JSON.stringify({ perAddress: 5 }) });

  test("401 for all others, and 429 for those who guess", async () => {
    await restart();
    const wrong = [undefined, TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, "Bearer "];
    for (const authorization of wrong) {
      assertError(await scrape(authorization), { status: 401, code: "unauthorized" });
    }
    assertError(await scrape("Bearer again"), { status: 429, code: "rate_limit_exceeded" });
  });

  test("503 while the server starts, and the token is in no line of the log", async () => {
    await restart();
    assertError(await scrape(`Bearer ${TOKEN}`), { status: 503, code: "service_unavailable" });
    assert.ok(service.logLines.length > 0);
    assert.deepEqual(
      service.logLines.filter((line) => line.includes(TOKEN)),
      [],
    );
  });
});
