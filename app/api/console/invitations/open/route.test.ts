import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import {
  createInviter,
  followLink,
  type Inviter,
  GUEST_PASSWORD as password,
} from "#lib/testing/invite-guest.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

test("200 without a session: what the link offers, as often as it is opened", async () => {
  const { email, invite } = await createInviter(service);
  const { token } = await invite({ role: "developer" });
  for (let count = 0; count < 2; count += 1) {
    const opened = await followLink(service, "open", { token });
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
    assert.deepEqual(opened.body.data, { email, role: "developer", organizationName: "Test" });
  }
});

describe("404 for a link that no longer works, like one that never existed", () => {
  const ends: [
    string,
    (inviter: Inviter, invitationId: string, token: string) => Promise<unknown>,
  ][] = [
    ["accepted", (_, __, token) => followLink(service, "accept", { token, password })],
    ["withdrawn", ({ call }, id) => call("DELETE", `/invitations/${id}`)],
    ["replaced by another", ({ invite }) => invite({ role: "developer" })],
    [
      "expired",
      async ({ call }, id) => {
        await pool().query(
          "UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = $1",
          [id],
        );
        assert.deepEqual((await call("GET", "/invitations")).body.data, { invitations: [] });
      },
    ],
  ];
  for (const [name, end] of ends) {
    test(name, async () => {
      const inviter = await createInviter(service);
      const { invitation, token } = await inviter.invite();
      await end(inviter, invitation.id, token);
      for (const step of ["open", "accept"] as const) {
        const answer = await followLink(service, step, { token, password });
        assertError(answer, { status: 404, code: "not_found" });
        const never = await followLink(service, step, { token: "inv_never", password });
        assertSameError(answer, never);
      }
    });
  }
});

test("400 without a token", async () => {
  for (const token of [undefined, "", 7, "x".repeat(129)]) {
    const answer = await followLink(service, "open", { token });
    assertError(answer, { status: 400, code: "invalid_request", details: /^token: / });
  }
});
