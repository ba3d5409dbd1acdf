import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ForMembers, Operation } from "#lib/core/operation.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

/** What needs no session: whoever asks has none yet. */
const open = [
  "GET /api/console/sign-in-options",
  "POST /api/console/invitations/accept",
  "POST /api/console/invitations/open",
  "POST /api/console/passkeys/sign-in",
  "POST /api/console/password-reset",
  "POST /api/console/password-reset/confirm",
  "POST /api/console/password-reset/open",
  "POST /api/console/sign-up",
  "POST /api/console/sign-up/confirm",
  "POST /api/console/sign-up/open",
  "PUT /api/console/passkeys/sign-in",
];

/** What members change of themselves only, whatever their role. */
const ownAffairs = [
  "DELETE /api/console/passkeys/{passkeyId}",
  "DELETE /api/console/second-factor",
  "DELETE /api/console/sessions/{sessionId}",
  "POST /api/console/email",
  "POST /api/console/email/confirm",
  "POST /api/console/email/confirmation",
  "POST /api/console/email/open",
  "POST /api/console/passkeys",
  "POST /api/console/second-factor",
  "POST /api/console/session/end-all",
  "POST /api/console/sessions/end-others",
  "POST /api/console/step-up",
  "POST /api/console/step-up/passkey",
  "PUT /api/console/passkeys",
  "PUT /api/console/passkeys/{passkeyId}",
  "PUT /api/console/password",
  "PUT /api/console/second-factor",
  "PUT /api/console/step-up/passkey",
];

/** What needs no fresh proof of who one is: it changes nothing, can be undone, or is that proof itself. */
const withoutStepUp = [
  "DELETE /api/console/organization/logo",
  "DELETE /api/console/shop-names",
  "POST /api/console/device-logins/deny",
  "POST /api/console/device-logins/find",
  "POST /api/console/email/confirm",
  "POST /api/console/email/confirmation",
  "POST /api/console/email/open",
  "POST /api/console/gateways/{gateway}/test",
  "POST /api/console/pairings/deny",
  "POST /api/console/pairings/find",
  "POST /api/console/signing-keys/challenge",
  "POST /api/console/step-up",
  "POST /api/console/step-up/passkey",
  "PUT /api/console/organization",
  "PUT /api/console/organization/logo",
  "PUT /api/console/passkeys/{passkeyId}",
  "PUT /api/console/shop-names",
  "PUT /api/console/step-up/passkey",
];

/** What leads to a second factor. */
const beforeSecondFactor = [
  "GET /api/console/session",
  "POST /api/console/passkeys",
  "POST /api/console/second-factor",
  "POST /api/console/step-up",
  "POST /api/console/step-up/passkey",
  "PUT /api/console/passkeys",
  "PUT /api/console/second-factor",
  "PUT /api/console/step-up/passkey",
];

const operations = listOperations("app/api/console");
const ofMembers = operations.filter(
  (one): one is Extract<Operation, ForMembers> => one.role !== undefined,
);

const service = setUpTestService();
let stale: ConsoleClient;
let unprotected: ConsoleClient;
let viewer: ConsoleClient;
let nobody: ConsoleClient;
setUp(async () => {
  const { memberId } = await createTestMember({ role: "owner" });
  const steppedUpAt = new Date(Date.now() - 301_000);
  const cookie = await createTestSession(memberId, { steppedUpAt });
  stale = createConsoleClient(service, { cookie });
  const alone = await createTestMember({ role: "owner", secondFactor: false });
  unprotected = createConsoleClient(service, alone);
  viewer = createConsoleClient(service, await createTestMember({ role: "viewer" }));
  nobody = createConsoleClient(service, { cookie: "" });
});

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

describe("403 without a fresh proof of who one is", () => {
  const proved = ofMembers.filter(({ stepUp }) => stepUp);
  test("for every change but those that need none", () => {
    const rest = ofMembers.filter(({ method, stepUp }) => method !== "GET" && !stepUp);
    assert.deepEqual(rest.map(nameOf).sort(), withoutStepUp);
  });
  for (const operation of proved) {
    test(nameOf(operation), async () => {
      const answer = await stale(operation.method, pathOf(operation));
      assertError(answer, { status: 403, code: "step_up_required", details: /5 minutes/ });
    });
  }
});

describe("403 without the second factor that an owner in production must have", () => {
  const closed = ofMembers.filter((one) => !one.beforeSecondFactor);
  test("for everything but what leads to one", () => {
    const open = ofMembers.filter((one) => one.beforeSecondFactor);
    assert.deepEqual(open.map(nameOf).sort(), beforeSecondFactor);
  });
  for (const operation of closed) {
    test(nameOf(operation), async () => {
      const answer = await unprotected(operation.method, pathOf(operation));
      assertError(answer, { status: 403, code: "second_factor_required" });
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
