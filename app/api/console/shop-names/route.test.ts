import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const path = "/shop-names";

async function createShop() {
  const developer = await createTestMember({ role: "developer" });
  return { ...developer, call: createConsoleClient(service, developer, "") };
}

test("200: named, renamed, listed, and forgotten, each organization its own", async () => {
  const [{ call }, { call: other }] = [await createShop(), await createShop()];
  for (const [merchantId, name] of [
    ["m/2", "Corner Bakery"],
    ["m-1", "Harbor"],
    ["m/2", " Corner Café "],
  ] as const) {
    const answer = await call("PUT", path, { body: { merchantId, name } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.data.name, name.trim());
  }
  const names = async (list: typeof call) => {
    const { shops } = (await list("GET", path)).body.data;
    return shops.map((shop: { merchantId: string; name: string }) => [shop.merchantId, shop.name]);
  };
  assert.deepEqual(await names(call), [
    ["m-1", "Harbor"],
    ["m/2", "Corner Café"],
  ]);
  assert.deepEqual(await names(other), []);

  const removed = { body: { merchantId: "m-1" } };
  assertError(await other("DELETE", path, removed), { status: 404, code: "not_found" });
  assert.equal((await call("DELETE", path, removed)).status, 200);
  assertError(await call("DELETE", path, removed), { status: 404, code: "not_found" });
  assert.deepEqual(await names(call), [["m/2", "Corner Café"]]);
});

for (const name of ["", "  ", "a\nb", "x".repeat(257)]) {
  test(`400: the name ${JSON.stringify(name).slice(0, 8)}`, async () => {
    const { call } = await createShop();
    const answer = await call("PUT", path, { body: { merchantId: "m-1", name } });
    assertError(answer, { status: 400, code: "invalid_request", details: /^name: / });
  });
}
