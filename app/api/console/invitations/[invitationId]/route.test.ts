import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { createInviter, followLink } from "#lib/testing/invite-guest.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

test("200: withdrawn, once", async () => {
  const { call, invite } = await createInviter(service);
  const { invitation } = await invite();
  const withdraw = () => call("DELETE", `/invitations/${invitation.id}`);
  const answer = await withdraw();
  assert.deepEqual(answer.body.data, { invitationId: invitation.id, removed: true });
  assert.deepEqual((await call("GET", "/invitations")).body.data, { invitations: [] });
  assertError(await withdraw(), { status: 404, code: "not_found" });
});

test("404: another organization's invitation; it stays", async () => {
  const { invite } = await createInviter(service);
  const { invitation, token } = await invite();
  const { call } = await createInviter(service);
  const answer = await call("DELETE", `/invitations/${invitation.id}`);
  assertError(answer, { status: 404, code: "not_found" });
  assert.equal((await followLink(service, "open", { token })).status, 200);
});
