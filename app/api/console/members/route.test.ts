import assert from "node:assert/strict";
import { test } from "node:test";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

test("200 for a viewer: the members of the organization, the longest-standing first", async () => {
  const owner = await createTestMember({ role: "owner" });
  const { organizationId } = owner;
  const viewer = await createTestMember({ role: "viewer", organizationId });
  await createTestMember();

  const answer = await createConsoleClient(service, viewer, "")("GET", "/members");
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { members } = answer.body.data;
  assert.deepEqual(
    members.map(({ id, email, role }: Record<string, string>) => ({ id, email, role })),
    [
      { id: owner.memberId, email: owner.email, role: "owner" },
      { id: viewer.memberId, email: viewer.email, role: "viewer" },
    ],
  );
  const { createdAt, lastSeenAt, secondFactor } = members[0];
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual([lastSeenAt, secondFactor], [null, true]);
  assert.deepEqual(Object.keys(members[0]).sort(), [
    "createdAt",
    "email",
    "id",
    "lastSeenAt",
    "role",
    "secondFactor",
  ]);
});
