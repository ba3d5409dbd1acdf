import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#lib/core/operation.ts";
import { roles } from "#lib/core/permissions.ts";
import type { Answer } from "#lib/testing/api-client.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

/** Beyond what a viewer may, which is to look, and to change one's own account. */
const supports = [
  "DELETE /api/v1/users/{userId}/identifiers/{identifierId}",
  "POST /api/console/cardholders/{userId}/lost-phone",
  "POST /api/console/pairings/deny",
  "POST /api/console/pairings/find",
  "POST /api/v1/payments/{gateway}/{paymentId}/refunds",
];

/** Only owners. */
const owners = [
  "DELETE /api/console/invitations/{invitationId}",
  "DELETE /api/console/members/{memberId}",
  "DELETE /api/console/organization",
  "DELETE /api/console/organization/logo",
  "DELETE /api/console/refund-limits/{currency}",
  "POST /api/console/invitations",
  "PUT /api/console/members/{memberId}",
  "PUT /api/console/organization",
  "PUT /api/console/organization/logo",
  "PUT /api/console/organization/second-factor",
  "PUT /api/console/refund-limits/{currency}",
];

/** A POST, since the card it looks for must be in no log. */
const reads = ["POST /api/v1/users/find"];

/** What a member changes of themselves, whatever the role: `roles.test.ts` lists it. */
const own = /\/console\/(email|passkeys?|password|second-factor|sessions?|step-up)\b/;

type Least = (typeof roles)[number];

const operations = [...listOperations("app/api/console"), ...listOperations("app/api/v1")].filter(
  ({ role, scope }) => role !== undefined || (scope !== null && scope !== "any"),
);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

function leastOf(operation: Operation): Least {
  const name = nameOf(operation);
  if (supports.includes(name)) return "support";
  if (owners.includes(name)) return "owner";
  if (operation.method === "GET" || reads.includes(name) || own.test(name)) return "viewer";
  return "developer";
}

const service = setUpTestService();
const organization = setUp(async () => ({ id: await createTestOrganization("free", "platform") }));

/** As a page of the service does, with nothing that a call needs: whoever may call is told what is missing. */
async function call({ method, path }: Operation, cookie: string): Promise<Answer> {
  const response = await fetch(`${service.url}${path.replaceAll(/\{\w+\}/g, "some")}`, {
    method,
    headers: { Cookie: cookie, Origin: service.url, "X-Environment": "development" },
  });
  const text = await response.text();
  // Some answers are files.
  const body = response.ok ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

test("the lists name operations that there are", () => {
  const names = operations.map(nameOf);
  for (const name of [...supports, ...owners, ...reads]) assert.ok(names.includes(name), name);
});

describe("who may", () => {
  for (const operation of operations) {
    const least = leastOf(operation);
    test(`${nameOf(operation)}: ${least}`, async () => {
      for (const role of roles) {
        // A new one each time: some calls end the session.
        const { cookie } = await createTestMember({ role, organizationId: organization.id });
        const { status, body } = await call(operation, cookie);
        const isRefused = status === 403 && body.error.code === "forbidden";
        const expected = roles.indexOf(role) < roles.indexOf(least);
        assert.equal(isRefused, expected, `${role}: ${status} ${JSON.stringify(body)}`);
      }
    });
  }
});
