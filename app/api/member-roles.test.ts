import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#lib/core/operation.ts";
import { type Role, roles } from "#lib/core/permissions.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

/** What changes something, and which role it takes: what members change of themselves has tests of its own. */
const changes: Record<Exclude<Role, "viewer">, readonly string[]> = {
  support: [
    "DELETE /api/v1/users/{userId}/identifiers/{identifierId}",
    "POST /api/v1/payments/{gateway}/{paymentId}/refunds",
  ],
  developer: [
    "DELETE /api/console/api-keys/{apiKeyId}",
    "DELETE /api/console/gateways/{gateway}",
    "DELETE /api/console/signing-keys/{signingKeyId}",
    "DELETE /api/v1/users/{userId}",
    "DELETE /api/v1/users/{userId}/keys/{keyId}",
    "DELETE /api/v1/webhook-endpoints/{endpointId}",
    "PATCH /api/v1/webhook-endpoints/{endpointId}",
    "POST /api/console/api-keys",
    "POST /api/console/api-keys/{apiKeyId}/roll",
    "POST /api/console/device-logins/approve",
    "POST /api/console/device-logins/deny",
    "POST /api/console/device-logins/find",
    "POST /api/console/gateways/{gateway}/test",
    "POST /api/console/signing-keys",
    "POST /api/console/signing-keys/challenge",
  ],
  owner: [],
};

const operations = [...listOperations("app/api/console"), ...listOperations("app/api/v1")].filter(
  ({ role, scope }) => role !== undefined || (scope !== null && scope !== "any"),
);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

test("print", async () => {
  const { scopesOfMember, includesRole } = await import("#lib/core/permissions.ts");
  for (const operation of operations) {
    const least = roles.find((role) =>
      operation.role !== undefined
        ? includesRole(role, operation.role)
        : (operation.leastRole && includesRole(role, operation.leastRole)) ||
          scopesOfMember("platform", role).includes(operation.scope as never) ||
          scopesOfMember("platform", role).includes(operation.orScope as never),
    );
    console.log("OP", least, nameOf(operation));
  }
  assert.ok(changes && describe && createTestMember && createTestOrganization && setUpTestService);
});
