import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#lib/core/operation.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { type Answer, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createTestMember, createTestSession } from "#lib/testing/console-client.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

/** What a stolen session may change: what neither reads a receipt that is sealed, nor destroys one. */
const withoutStepUp = [
  "POST /api/v1/keys/grant-access",
  "POST /api/v1/onboarding/generate-keys",
  "POST /api/v1/payments/decrypt",
  "POST /api/v1/payments/envelope",
  "POST /api/v1/payments/{gateway}/create",
  "POST /api/v1/payments/{gateway}/prepare",
  "POST /api/v1/payments/{gateway}/{paymentId}/sandbox-confirm",
  // The code is the proof.
  "POST /api/v1/receipts/claim",
  "POST /api/v1/users/find",
];

const service = setUpTestService();
const api = setUpApi(service);
let stale: string;
let recent: string;
setUp(async () => {
  const { organizationId } = api;
  const { memberId, cookie } = await createTestMember({ role: "owner", organizationId });
  stale = await createTestSession(memberId, { steppedUpAt: new Date(Date.now() - 301_000) });
  recent = cookie;
});

const changes = listOperations("app/api/v1").filter(
  ({ scope, method }) => scope && method !== "GET",
);
const proved = changes.filter((operation) => "stepUp" in operation);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

async function call(operation: Operation, headers: Record<string, string>): Promise<Answer> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === "gateway" ? "gateway_one" : "unknown",
  );
  const { method } = operation;
  const body = operation.body ? { body: "{}" } : {};
  const type = { "Content-Type": "application/json" };
  const response = await fetch(service.url + path, {
    method,
    headers: { ...type, ...headers },
    ...body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** How an operation answers `call` where nothing else is in its way: its body is empty, or its id is of nothing. */
function unknownTo({ body }: Operation) {
  return body && !body.safeParse({}).success
    ? ({ status: 400, code: "invalid_request", details: /: is required/ } as const)
    : ({ status: 404, code: "not_found" } as const);
}

const pageOf = (cookie: string) => ({
  Cookie: cookie,
  Origin: service.url,
  "X-Environment": "development",
});

test("a session needs a fresh proof for every change but those that are listed here", () => {
  const rest = changes.filter((operation) => !proved.includes(operation));
  assert.deepEqual(rest.map(nameOf).sort(), withoutStepUp);
});

describe("403 for a session without a fresh proof, and for no key", () => {
  for (const operation of proved) {
    test(nameOf(operation), async () => {
      const refused = await call(operation, pageOf(stale));
      assertError(refused, { status: 403, code: "step_up_required", details: /5 minutes/ });
      for (const headers of [pageOf(recent), { "X-API-Key": api.key }]) {
        assertError(await call(operation, headers), unknownTo(operation));
      }
    });
  }
});

test("a stolen session does not get the receipts to come: the cardholder keeps its key", async () => {
  const { userId, keyId } = await registerCardholder(api);
  const { publicKey, keyId: thiefsKey } = await generateKeyPair();
  const rotate = async (cookie: string) => {
    const current = callerFor(service, { cookie });
    const body = { userId, keyId: thiefsKey, publicKey };
    return await current("POST /api/v1/keys/rotate", { body });
  };
  const keyNow = async () => {
    const { users } = await api.call("GET /api/v1/users", { query: {} });
    return users.find((user) => user.userId === userId)?.keyId;
  };
  await assert.rejects(rotate(stale), { code: "step_up_required" });
  assert.equal(await keyNow(), keyId);
  await rotate(recent);
  assert.equal(await keyNow(), thiefsKey);
});
