import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import type { Operation } from "#lib/core/operation.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

/** What needs no session: whoever asks has none yet. */
const open = [
  "GET /api/console/sign-in-options",
  "POST /api/console/invitations/accept",
  "POST /api/console/invitations/open",
  "POST /api/console/password-reset",
  "POST /api/console/password-reset/confirm",
  "POST /api/console/password-reset/open",
  "POST /api/console/sign-up",
  "POST /api/console/sign-up/confirm",
  "POST /api/console/sign-up/open",
];

/** What members change of themselves only, whatever their role. */
const ownAffairs = [
  "DELETE /api/console/second-factor",
  "DELETE /api/console/sessions/{sessionId}",
  "POST /api/console/second-factor",
  "POST /api/console/session/end-all",
  "POST /api/console/sessions/end-others",
  "PUT /api/console/password",
  "PUT /api/console/second-factor",
];

const operations = listOperations();

const service = setUpTestService();
let viewer: ConsoleClient;
let nobody: ConsoleClient;
setUp(async () => {
  viewer = createConsoleClient(service, await createTestMember({ role: "viewer" }));
  nobody = createConsoleClient(service, { cookie: "" });
});

function listOperations(): Operation[] {
  const require = createRequire(import.meta.url);
  const found: Operation[] = [];
  for (const file of globSync("**/route.ts", { cwd: import.meta.dirname })) {
    const module: Record<string, { operation: Operation }> = require(`./${file}`);
    const handlers = Object.entries(module).filter(([name]) => /^[A-Z]+$/.test(name));
    for (const [method, { operation }] of handlers) {
      assert.equal(operation.method, method, operation.path);
      found.push(operation);
    }
  }
  return found;
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const pathOf = ({ path }: Operation) =>
  path.replace("/api/console", "").replaceAll(/\{\w+\}/g, "some");

test("each route asks for a role, except for those that cannot", () => {
  const without = operations.filter(({ role }) => role === undefined);
  assert.deepEqual(without.map(nameOf).sort(), open);
});

test("a viewer changes nothing but what is its own", () => {
  const changes = operations.filter(({ method, role }) => method !== "GET" && role === "viewer");
  assert.deepEqual(changes.map(nameOf).sort(), ownAffairs);
});

describe("403 for a viewer", () => {
  const beyond = operations.filter(({ role }) => role !== undefined && role !== "viewer");
  assert.ok(beyond.length > 5);
  for (const operation of beyond) {
    test(nameOf(operation), async () => {
      const answer = await viewer(operation.method, pathOf(operation));
      const details = new RegExp(`^role ${operation.role} is needed$`);
      assertError(answer, { status: 403, code: "forbidden", details });
    });
  }
});

describe("401 without a session", () => {
  const closed = operations.filter((one) => one.role !== undefined && !one.orNobody);
  assert.equal(operations.filter(({ role }) => role !== undefined).length - closed.length, 1);
  for (const operation of closed) {
    test(nameOf(operation), async () => {
      const answer = await nobody(operation.method, pathOf(operation));
      assertError(answer, { status: 401, code: "unauthorized" });
    });
  }
});

describe("403 for another site", () => {
  for (const operation of operations.filter(({ role }) => role !== undefined)) {
    test(nameOf(operation), async () => {
      const headers = { "Sec-Fetch-Site": "cross-site" };
      const answer = await viewer(operation.method, pathOf(operation), { headers });
      assertError(answer, { status: 403, code: "forbidden", details: /Sec-Fetch-Site/ });
    });
  }
});
