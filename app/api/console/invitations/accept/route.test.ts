import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "#lib/accounts/sign-in.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import {
  createInviter,
  followLink,
  GUEST_PASSWORD as password,
} from "#lib/testing/invite-guest.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

const accept = (body: unknown) => followLink(service, "accept", body);

test("201: a member of the organization, with the role, who can sign in", async () => {
  const { owner, call, email, invite } = await createInviter(service);
  const { token } = await invite({ role: "developer" });
  const accepted = await accept({ token, password });
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body));
  const { memberId } = accepted.body.data;

  const outcome = await signIn({ email, password }, "::1");
  assert.equal(outcome.state === "signed_in" && outcome.signedIn.memberId, memberId);
  const { members } = (await call("GET", "/members")).body.data;
  assert.deepEqual(
    members.map(({ id, role }: Record<string, string>) => [id, role]),
    [
      [owner.memberId, "owner"],
      [memberId, "developer"],
    ],
  );
  assert.deepEqual((await call("GET", "/invitations")).body.data, { invitations: [] });
  const [told] = await readLetters(owner.email);
  assert.equal(told?.subject, "New member of Test");
  assert.deepEqual(told?.facts.slice(0, 2), [
    ["Member", email],
    ["Role", "developer"],
  ]);
});

test("of many who accept at once, one becomes a member", async () => {
  const { call, invite } = await createInviter(service);
  const { token } = await invite();
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept({ token, password })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404, 404]);
  assert.equal((await call("GET", "/members")).body.data.members.length, 2);
});

test("409: an email of another organization's member; the link still works", async () => {
  const stranger = await createTestMember();
  const { invite } = await createInviter(service);
  const { token } = await invite({ email: stranger.email });
  assertError(await accept({ token, password }), { status: 409, code: "conflict" });
  assert.equal((await followLink(service, "open", { token })).status, 200);
});

test("400: a password that is short, obvious, or the email; the link still works", async () => {
  const { email, invite } = await createInviter(service);
  const { token } = await invite();
  for (const refused of ["short", "password1234", email]) {
    const answer = await accept({ token, password: refused });
    assertError(answer, { status: 400, code: "invalid_request", details: /^password: / });
  }
  assert.equal((await accept({ token, password })).status, 201);
});
