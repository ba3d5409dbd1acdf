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

test("the guide to the clients lists the method of each operation", () => {
  const guide = readFileSync("docs/guides/clients.md", "utf8");
  const rows = [...guide.matchAll(/^\| \[(\S+ \S+)\]\(\/docs\/reference#(\w+)\) .*$/gm)];
  const listed = rows.map(([row]) => row.split("|").map((cell) => cell.trim()));
  const expected = Object.entries(clientMethods).map(([id, name]) => {
    const { method, path } = operations.find(({ operationId }) => operationId === id) ?? {};
    const call = `[${method} ${path?.replace("/api/v1/", "")}](/docs/reference#${id})`;
    return ["", call, `\`${name}\``, `\`${toSnakeCase(name)}\``, ""];
  });
  assert.deepEqual(listed, expected);
});
