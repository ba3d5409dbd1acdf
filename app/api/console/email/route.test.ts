import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { signIn } from "#lib/accounts/sign-in.ts";
import { prisma } from "#lib/storage/database.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { readLetters, readToken } from "#lib/testing/read-letters.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const password = "seven lanterns over the quay";
const noLink = { status: 404, code: "not_found" } as const;

const service = setUpTestService();

let addresses = 0;

async function createMember() {
  const member = await createTestMember({ passwordHash: await hashPassword(password) });
  const call = createConsoleClient(service, member, "");
  addresses += 1;
  const newEmail = `new-${addresses}@test.example`;
  const confirm = (token: string) => call("POST", "/email/confirm", { body: { token } });
  const open = (token: string) => call("POST", "/email/open", { body: { token } });
  return { ...member, call, newEmail, confirm, open };
}

/** A member from before addresses were confirmed. */
async function createUnconfirmed() {
  const member = await createMember();
  const where = { id: member.memberId };
  await prisma().member.update({ where, data: { emailVerifiedAt: null } });
  const isConfirmed = async () =>
    (await member.call("GET", "/session")).body.data.member.emailConfirmed;
  return { ...member, isConfirmed };
}

const subjects = async (to: string) => (await readLetters(to)).map(({ subject }) => subject);

describe("a new address", () => {
  test("takes effect with the link that was sent there, once; the old one is told", async () => {
    const { call, email, newEmail, confirm, open } = await createMember();
    const asked = await call("POST", "/email", { body: { email: newEmail.toUpperCase() } });
    assert.deepEqual([asked.status, asked.body.data], [200, { sent: true }]);
    assert.equal((await signIn({ email, password }, "::1")).state, "signed_in");

    const token = await readToken(newEmail);
    assert.deepEqual((await open(token)).body.data, { email: newEmail });
    const confirmed = await confirm(token);
    assert.deepEqual([confirmed.status, confirmed.body.data], [200, { email: newEmail }]);
    assert.equal((await call("GET", "/session")).body.data.member.email, newEmail);
    assert.equal((await signIn({ email: newEmail, password }, "::1")).state, "signed_in");
    assert.equal((await signIn({ email, password }, "::1")).state, "wrong_credentials");
    assert.deepEqual(await subjects(email), ["Your email address was changed"]);
    assertError(await confirm(token), noLink);
    assertError(await open(token), noLink);
  });

  test("needs a fresh proof of who one is", async () => {
    const { memberId, newEmail } = await createMember();
    const steppedUpAt = new Date(Date.now() - 6 * 60_000);
    const cookie = await createTestSession(memberId, { steppedUpAt });
    const call = createConsoleClient(service, { cookie }, "");
    const answer = await call("POST", "/email", { body: { email: newEmail } });
    assertError(answer, { status: 403, code: "step_up_required" });
    assert.deepEqual(await subjects(newEmail), []);
  });

  test("is nobody else's by the link, who would lend it to the account", async () => {
    const { call, newEmail, confirm } = await createMember();
    await call("POST", "/email", { body: { email: newEmail } });
    const token = await readToken(newEmail);
    const stranger = await createMember();
    assertError(await stranger.open(token), noLink);
    assertError(await stranger.confirm(token), noLink);
    const nobody = createConsoleClient(service, { cookie: "" }, "");
    const signedOut = await nobody("POST", "/email/confirm", { body: { token } });
    assertError(signedOut, { status: 401, code: "unauthorized" });
    assert.equal((await confirm(token)).status, 200);
  });

  test("that is somebody's gets a letter without a link, and the answer does not tell", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const taken = await member.call("POST", "/email", { body: { email: other.email } });
    const free = await member.call("POST", "/email", { body: { email: member.newEmail } });
    assert.deepEqual([taken.status, taken.body.data], [free.status, free.body.data]);
    const [letter] = await readLetters(other.email);
    assert.deepEqual([letter?.subject, letter?.action], ["You have an account already", null]);
  });

  test("that becomes somebody's meanwhile is refused", async () => {
    const [member, other] = [await createMember(), await createMember()];
    await member.call("POST", "/email", { body: { email: member.newEmail } });
    const token = await readToken(member.newEmail);
    const where = { id: other.memberId };
    await prisma().member.update({ where, data: { email: member.newEmail } });
    assertError(await member.confirm(token), { status: 409, code: "conflict" });
    assert.equal((await member.call("GET", "/session")).body.data.member.email, member.email);
  });

  test("is not one's own; and another one replaces the first", async () => {
    const { call, email, newEmail, confirm } = await createMember();
    const own = await call("POST", "/email", { body: { email } });
    assertError(own, { status: 409, code: "conflict", details: /email: / });
    await call("POST", "/email", { body: { email: newEmail } });
    const first = await readToken(newEmail);
    await call("POST", "/email", { body: { email: `other-${newEmail}` } });
    assertSameError(await confirm(first), await confirm("eml_never"));
  });

  test("ends the links for a new password that went to the old one", async () => {
    const { call, email, newEmail, confirm } = await createMember();
    await call("POST", "/password-reset", { body: { email } });
    const reset = await readToken(email);
    await call("POST", "/email", { body: { email: newEmail } });
    await confirm(await readToken(newEmail));
    const body = { token: reset, password: "a long and winding road" };
    assertError(await call("POST", "/password-reset/confirm", { body }), noLink);
  });
});

describe("an address that nobody has confirmed", () => {
  test("is confirmed by a letter, with no proof but the session; then notices go there", async () => {
    const { call, email, memberId, confirm, isConfirmed } = await createUnconfirmed();
    assert.equal(await isConfirmed(), false);
    assert.equal((await call("POST", "/email/confirmation")).status, 200);
    assert.equal((await confirm(await readToken(email))).status, 200);
    assert.equal(await isConfirmed(), true);
    assert.deepEqual(await subjects(email), ["Confirm your email address"]);

    const again = await call("POST", "/email/confirmation");
    assertError(again, { status: 409, code: "conflict" });
    const currentPassword = password;
    const body = { currentPassword, newPassword: `a long and winding road of ${memberId}` };
    assert.equal((await call("PUT", "/password", { body })).status, 200);
    assert.equal((await subjects(email))[0], "Your password was changed");
  });

  test("stays so where a stranger follows the link in a session of their own", async () => {
    const { call, email, isConfirmed } = await createUnconfirmed();
    await call("POST", "/email/confirmation");
    const stranger = await createMember();
    assertError(await stranger.confirm(await readToken(email)), noLink);
    assert.equal(await isConfirmed(), false);
  });
});

test("one address gets five letters an hour", async () => {
  const { call, newEmail } = await createMember();
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await call("POST", "/email", { body: { email: newEmail } })).status, 200);
  }
  const refused = await call("POST", "/email", { body: { email: newEmail } });
  assertError(refused, { status: 429, code: "rate_limit_exceeded" });
});
