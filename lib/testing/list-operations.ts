import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Operation } from "#lib/core/operation.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";

const require = createRequire(import.meta.url);

/** Of every route in a folder of `app`, except for what Next answers. Not a promise, so that tests can be made of it. */
export function listOperations(folder: string): Operation[] {
  const files = globSync(`${folder}/**/route.ts`).filter((file) => !file.includes("[..."));
  return files.flatMap((file) => {
    const module: Record<string, RouteHandler> = require(resolve(file));
    const handlers = Object.entries(module).filter(([name]) => /^[A-Z]+$/.test(name));
    return handlers.map(([method, { operation }]) => {
      assert.equal(operation.method, method, operation.path);
      return operation;
    });
  });
}
