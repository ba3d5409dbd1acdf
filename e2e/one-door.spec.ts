import { expect, test } from "@playwright/test";
import { assertError } from "#lib/testing/assert-error.ts";
import { sendRaw } from "#lib/testing/raw-request.ts";
import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };

// The pages stand behind the same port, and Next would resolve these to routes of the API.
const targets = [
  "/x/../api/v1/openapi.json",
  "/api/auth/../v1/openapi.json",
  "/api/auth/%2e%2e/v1/openapi.json",
  "/api/auth/..\\v1\\openapi.json",
  "/api/auth/..%2Fv1/openapi.json",
  "/wallet/%5C../api/health",
];
for (const target of targets) {
  test(`${target} leads to no route`, async ({ baseURL }) => {
    const answer = await sendRaw({ url: baseURL ?? "" }, { method: "GET", target });
    assertError(answer, { status: 400, code: "invalid_request", details: /^path: / });
  });
}

test("programs of tills get the vectors they are checked with", async ({ request }) => {
  const answer = await request.get("/vectors/sealed-at-the-till.json");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toMatch(/^application\/json\b/);
  expect(await answer.json()).toEqual(vectors);
});

test("/%61pi/health is /api/health", async ({ baseURL }) => {
  const answer = await sendRaw({ url: baseURL ?? "" }, { method: "GET", target: "/%61pi/health" });
  expect(answer.status).toBe(200);
});
