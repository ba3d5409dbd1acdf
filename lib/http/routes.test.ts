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
  "v1/parts/[orderId]/[partId]/route.ts": "export const GET = 'part';",
  "v1/parts/latest/[partId]/route.ts": "export const GET = 'part of the latest';",
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
    ["/api/v1/parts/o-1/7", "part", { orderId: "o-1", partId: "7" }],
    ["/api/v1/parts/latest/7", "part of the latest", { partId: "7" }],
    ["/api/v1/openapi.json", "document", {}],
    ["/api/v1/orders/a%20b%2Fc%C3%A9", "one", { orderId: "a b/cé" }],
    ["/api/v1/orders/__proto__", "one", { orderId: "__proto__" }],
    ["/api/v1/orders/constructor", "one", { orderId: "constructor" }],
    ["/api/v1/orders/:orderId", "one", { orderId: ":orderId" }],
    ["/api/v1/orders/*", "one", { orderId: "*" }],
  ];
  for (const [path, handler, params] of found) {
    test(path, async () => {
      const route = match(path);
      assert.equal((await route?.load())?.GET, handler);
      assert.deepEqual(route?.params, params);
    });
  }

  test("every method of a file and nothing else that it exports", async () => {
    assert.deepEqual(await methodsOf("/api/v1/orders"), ["GET", "POST"]);
    assert.deepEqual(await methodsOf("/api/v1/orders/o-1"), ["GET"]);
  });

  async function methodsOf(path: string): Promise<string[]> {
    return Object.keys((await match(path)?.load()) ?? {}).sort();
  }
});

describe("imports a file", () => {
  const broken = "v1/broken/route.ts";
  before(async () => {
    await mkdir(join(directory, dirname(broken)));
    await writeFile(join(directory, broken), "throw new Error('broken file');");
  });

  test("when its path is first asked for", async () => {
    const matchLazily = await findRoutes(directory);
    assert.equal((await matchLazily("/api/v1/orders")?.load())?.GET, "list");
    await assert.rejects(async () => await matchLazily("/api/v1/broken")?.load(), /broken file/);
  });

  test("at the start where that is asked for", async () => {
    await assert.rejects(findRoutes(directory, { preload: true }), /broken file/);
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
    "/api/v1/*",
    "/api/*",
    "//api/v1/orders",
    "/other/v1/orders",
  ];
  for (const path of paths) test(path, () => assert.equal(match(path), undefined));
});
