import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { findRoutes, type MatchRoute } from "./routes.ts";

const files: Record<string, string> = {
  "v1/orders/route.ts": "export const GET = 'list'; export const POST = 'make';",
  "v1/orders/[orderId]/route.ts": "export const GET = 'one'; export const revalidate = 0;",
  "v1/orders/[orderId]/lines/[lineId]/route.ts": "export const GET = 'line';",
  "v1/orders/latest/route.ts": "export const GET = 'latest';",
  "v1/orders/latest/notes.ts": "export const GET = 'not a route';",
  "auth/[...rest]/route.ts": "throw new Error('for Next alone');",
  "v1/openapi.json/route.ts": "export const GET = 'document';",
};

let directory: string;
let match: MatchRoute;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "sealslip-routes-"));
  for (const [name, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  match = await findRoutes(directory);
});
after(() => rm(directory, { recursive: true }));

describe("finds", () => {
  const found: [string, string, Record<string, string>][] = [
    ["/api/v1/orders", "list", {}],
    ["/api/v1/orders/o-1", "one", { orderId: "o-1" }],
    ["/api/v1/orders/latest", "latest", {}],
    ["/api/v1/orders/o-1/lines/7", "line", { orderId: "o-1", lineId: "7" }],
    ["/api/v1/openapi.json", "document", {}],
    ["/api/v1/orders/a%20b%2Fc%C3%A9", "one", { orderId: "a b/cé" }],
    ["/api/v1/orders/__proto__", "one", { orderId: "__proto__" }],
    ["/api/v1/orders/constructor", "one", { orderId: "constructor" }],
  ];
  for (const [path, handler, params] of found) {
    test(path, () => {
      const route = match(path);
      assert.equal(route?.handlers.GET, handler);
      assert.deepEqual(route?.params, params);
    });
  }

  test("every method of a file and nothing else that it exports", () => {
    assert.deepEqual(Object.keys(match("/api/v1/orders")?.handlers ?? {}).sort(), ["GET", "POST"]);
    assert.deepEqual(Object.keys(match("/api/v1/orders/o-1")?.handlers ?? {}), ["GET"]);
  });
});

describe("does not find", () => {
  const paths = [
    "/api",
    "/api/v1",
    "/api/v2/orders",
    "/api/v1/orders/",
    "/api/auth/signin",
    "/api/auth/[...rest]",
    "/api/v1/Orders",
    "/api/v1/orders/o-1/lines",
    "/api/v1/orders/o-1/lines/7/more",
    "/api/v1/orders//lines/7",
    "/api/v1/orders/[orderId]/lines",
    "/api/v1/orders/%ED%A0%80",
    "/api/v1/orders/%",
    "/api/v1/orders/latest/notes",
    "/api/v1/toString",
  ];
  for (const path of paths) test(path, () => assert.equal(match(path), undefined));
});
