import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { ApiError } from "#lib/client/api-error.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { harmlessData, refusedCardData } from "#lib/testing/card-data-samples.ts";
import { type Answer, type api, createCaller, type Route } from "./api.ts";

const baseUrl = "https://receipts.example";

/** A service that always gives this answer, and the requests it received. */
function stand(answer: () => Response) {
  const requests: Request[] = [];
  const caller = createCaller({
    baseUrl,
    headers: { "X-API-Key": "sk_1", Origin: baseUrl },
    fetch: async (address, init) => {
      requests.push(new Request(address, init));
      return answer();
    },
  });
  return { ...caller, requests };
}

test("a call carries all that its operation takes, and gives the data", async () => {
  const { api, requests } = stand(() => Response.json({ success: true, data: { id: "ak_1" } }));
  const key = await api("POST /api/console/api-keys/{apiKeyId}/roll", {
    environment: "staging",
    headers: { "X-API-Key": "sk_2" },
    params: { apiKeyId: "a/1" },
    body: { graceSeconds: 60 },
  });
  assert.deepEqual(key, { id: "ak_1" });

  const [request] = requests;
  assert.ok(request);
  assert.equal(request.method, "POST");
  assert.equal(request.url, `${baseUrl}/api/console/api-keys/a%2F1/roll`);
  assert.equal(request.headers.get("x-api-key"), "sk_2");
  assert.equal(request.headers.get("x-environment"), "staging");
  assert.deepEqual(await request.json(), { graceSeconds: 60 });
});

test("a query leaves out what is empty", async () => {
  const { api, requests } = stand(() => Response.json({ success: true, data: {} }));
  await api("GET /api/console/payments", { query: { search: "", cursor: undefined, limit: "6" } });
  assert.equal(requests[0]?.url, `${baseUrl}/api/console/payments?limit=6`);
});

describe("a page sends no card number", () => {
  // The rest is refused for its name alone, by the service.
  const names = refusedCardData.filter(([name]) => !/^the (?:name|code|hash) /.test(name));
  for (const [name, fields] of names) {
    test(name, async () => {
      const { api, requests } = stand(() => Response.json({ success: true, data: {} }));
      const body = paymentBody(fields);
      const params = { gateway: "gateway_one" } as const;
      await assert.rejects(
        api("POST /api/v1/payments/{gateway}/create", { params, body }),
        (thrown) =>
          thrown instanceof ApiError &&
          thrown.code === "invalid_request" &&
          /: looks like a card number/.test(thrown.details),
      );
      assert.deepEqual(requests, []);
    });
  }

  test("a search", async () => {
    const { api, requests } = stand(() => Response.json({ success: true, data: {} }));
    const query = { text: "4242 4242 4242 4242" };
    await assert.rejects(api("GET /api/console/search", { query }), ApiError);
    assert.deepEqual(requests, []);
  });
});

describe("a page sends what is harmless", () => {
  for (const [name, fields] of harmlessData) {
    test(name, async () => {
      const { api, requests } = stand(() => Response.json({ success: true, data: {} }));
      const params = { gateway: "gateway_one" } as const;
      const body = paymentBody(fields);
      await api("POST /api/v1/payments/{gateway}/create", { params, body });
      assert.equal(requests.length, 1);
    });
  }

  test("a password, which may be any text", async () => {
    const { api, requests } = stand(() => Response.json({ success: true, data: {} }));
    const body = { currentPassword: "4242424242424242", newPassword: "4242424242424242" };
    await api("PUT /api/console/password", { body });
    assert.equal(requests.length, 1);
  });
});

test("a refusal is thrown with its status, code and headers", async () => {
  const error = { code: "not_found", message: "No such payment" };
  const headers = { "X-Request-Id": "req_1" };
  const { api } = stand(() => Response.json({ error }, { status: 404, headers }));
  await assert.rejects(
    api("GET /api/console/payments/{paymentId}", { params: { paymentId: "pay_1" } }),
    (thrown) =>
      thrown instanceof ApiError &&
      thrown.status === 404 &&
      thrown.code === "not_found" &&
      thrown.headers.get("x-request-id") === "req_1",
  );
});

test("an answer that is not JSON can be read as it comes", async () => {
  const { openApi } = stand(() => new Response("id\r\n"));
  const response = await openApi("GET /api/console/payments/export");
  assert.equal(await response.text(), "id\r\n");
});

test("every contract with operations takes part", async () => {
  const operations = await readFile(new URL("operations.ts", import.meta.url), "utf8");
  const lib = new URL("../", import.meta.url);
  const missing: string[] = [];
  for await (const path of glob("*/contract{,-*}.ts", { cwd: lib })) {
    const contract = await readFile(new URL(path, lib), "utf8");
    const declares = contract.includes("satisfies Operation");
    if (declares && !operations.includes(`"#lib/${path}"`)) missing.push(path);
  }
  assert.deepEqual(missing, []);
});

// For the compiler: what an operation needs must be given, what it does not need may be left out,
// and a date comes as text.
type Given<R extends Route> = Parameters<typeof api<R>>["length"];
const typed: [
  Given<"GET /api/console/payments/{paymentId}">,
  Given<"GET /api/console/session">,
  Answer<"GET /api/console/payments">["payments"][number]["createdAt"],
] = [2, 1, "2026-03-10T12:00:00.000Z"];
void typed;
