import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createClient } from "#lib/client/create-client.ts";
import { operations } from "#lib/service/operations.ts";
import { clientMethods, toSnakeCase } from "./client-methods.ts";

test("every operation that needs a key has a method in both clients, and every method an operation", () => {
  const withKey = operations.filter(({ scope }) => scope).map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(clientMethods).sort(), withKey.sort());

  const client = createClient({ baseUrl: "https://receipts.example", apiKey: "ssk_dev_1" });
  for (const path of Object.values(clientMethods)) {
    const [group = "", method = ""] = path.split(".");
    assert.equal(typeof Reflect.get(Reflect.get(client, group), method), "function", path);
    const file = readFileSync(`packages/python/sealslip/${toSnakeCase(group)}.py`, "utf8");
    assert.match(file, new RegExp(`\\n {4}def ${toSnakeCase(method)}\\(\\s*self`), path);
  }
  assert.ok(globSync("packages/python/sealslip/*.py").length > 10);
});
