import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#lib/core/permissions.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

const cases: [kind: OrganizationKind, role: Role, visitor: string][] = [
  ["issuer", "owner", "member"],
  ["issuer", "developer", "member"],
  ["issuer", "viewer", "elsewhere"],
  ["platform", "developer", "member"],
  ["merchant", "owner", "elsewhere"],
];
for (const [kind, role, visitor] of cases) {
  test(`200: ${role} of a ${kind} is "${visitor}"`, async () => {
    const organizationId = await createTestOrganization("standard", kind);
    const { cookie } = await createTestMember({ role, organizationId });
    const response = await fetch(`${service.url}/api/wallet/session`, { headers: { cookie } });
    assert.equal(response.status, 200);
    assert.deepEqual((await response.json()).data, { visitor, demo: false });
  });
}

test("200 with a cookie that is not a session", async () => {
  const headers = { cookie: "sealslip.session=nonsense" };
  const response = await fetch(`${service.url}/api/wallet/session`, { headers });
  assert.equal((await response.json()).data.visitor, "nobody");
});
