import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { signIn } from "#lib/accounts/sign-in.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { readLetters, readToken } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const oldPassword = "seven lanterns over the quay";
const password = "a long and winding road";

const service = setUpTestService();
let passwordHash: string;
setUp(async () => {
  passwordHash = await hashPassword(oldPassword);
});
beforeEach(() => service.restart({ BASE_URL: "https://receipts.example" }));

const post = (step: "" | "/open" | "/confirm", body: unknown) =>
  createConsoleClient(service, { cookie: "" }, "")("POST", `/password-reset${step}`, { body });

async function ask(member = createTestMember({ passwordHash })) {
  const { email, memberId, cookie } = await member;
  assert.equal((await post("", { email })).status, 200);
  return { email, memberId, cookie, token: await readToken(email) };
}

test("the link sets a new password, ends every session, and is used up; the member is told", async () => {
  const { email, cookie, token } = await ask();
  const [letter] = await readLetters(email);
  assert.match(
    letter?.action?.url ?? "",
    /^https:\/\/receipts\.example\/reset-password#rst_\w{43}$/,
  );
  assert.deepEqual((await post("/open", { token })).body.data, { email });

  const answer = await post("/confirm", { token, password });
  assert.deepEqual([answer.status, answer.body.data], [200, { changed: true }]);
  const old = createConsoleClient(service, { cookie }, "");
  const headers = { Origin: "https://receipts.example" };
  assert.equal((await old("GET", "/session", { headers })).body.data, null);
  assert.equal((await signIn({ email, password: oldPassword }, "::1")).state, "wrong_credentials");
  assert.equal((await signIn({ email, password }, "::1")).state, "signed_in");
  assert.equal((await readLetters(email))[0]?.subject, "Your password was changed");
  assertError(await post("/confirm", { token, password }), { status: 404, code: "not_found" });
});

test("the answer is the same for an address that has no account, and so is the database's work", async () => {
  const stranger = "stranger@test.example";
  const { email } = await createTestMember({ passwordHash });
  const letters = async (to: string) => (await readLetters(to)).length;
  for (const to of [email, stranger]) {
    const { status, body } = await post("", { email: to });
    assert.deepEqual([status, body], [200, { success: true, data: { sent: true } }]);
    assert.equal(await letters(to), 1);
  }
  const [letter] = await readLetters(stranger);
  assert.deepEqual([letter?.subject, letter?.action], ["No account for this address", null]);
});

test("the token is stored as a hash, and neither it nor the password is logged", async () => {
  const { token } = await ask();
  await post("/open", { token });
  const { rows } = await pool().query("SELECT encode(hash, 'escape') FROM password_reset");
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token.slice(4)));
  await post("/confirm", { token, password });
  const lines = service.logLines.join();
  assert.ok(!lines.includes(token.slice(4)) && !lines.includes(password));
});

test("it verifies the address", async () => {
  const member = await createTestMember({ passwordHash });
  const verified = async () =>
    (
      await pool().query("SELECT email_verified_at AS at FROM member WHERE id = $1", [
        member.memberId,
      ])
    ).rows[0].at;
  await pool().query("UPDATE member SET email_verified_at = NULL WHERE id = $1", [member.memberId]);
  const { token } = await ask(Promise.resolve(member));
  assert.equal(await verified(), null);
  await post("/confirm", { token, password });
  assert.ok(await verified());
});

test("a second factor is asked for as before", async () => {
  const { email, memberId, token } = await ask();
  await pool().query("UPDATE member SET totp_secret = '\\x00', totp_since = now() WHERE id = $1", [
    memberId,
  ]);
  await post("/confirm", { token, password });
  assert.equal((await signIn({ email, password }, "::1")).state, "second_factor_needed");
});

describe("404 for a link that no longer works, like one that never existed", () => {
  type Asked = Awaited<ReturnType<typeof ask>>;
  const ends: [string, (asked: Asked) => Promise<unknown>][] = [
    [
      "expired",
      () => pool().query("UPDATE password_reset SET expires_at = now() - interval '1 second'"),
    ],
    [
      "one of two, once the other was used",
      async ({ email }) => {
        await post("", { email });
        await post("/confirm", { token: await readToken(email), password });
      },
    ],
    [
      "asked for before the member changed the password",
      async ({ cookie }) => {
        const body = { currentPassword: oldPassword, newPassword: "another winding road" };
        const headers = { Origin: "https://receipts.example" };
        const call = createConsoleClient(service, { cookie }, "");
        assert.equal((await call("PUT", "/password", { body, headers })).status, 200);
      },
    ],
    [
      "of a removed member",
      ({ memberId }) => pool().query("DELETE FROM member WHERE id = $1", [memberId]),
    ],
  ];
  for (const [name, end] of ends) {
    test(name, async () => {
      const asked = await ask();
      const { token } = asked;
      await end(asked);
      const never = "rst_never";
      assertError(await post("/open", { token }), { status: 404, code: "not_found" });
      assertSameError(await post("/open", { token }), await post("/open", { token: never }));
      const answer = await post("/confirm", { token, password });
      assertSameError(answer, await post("/confirm", { token: never, password }));
    });
  }
});

test("of several at once with one link, one sets its password", async () => {
  const { token } = await ask();
  const answers = await Promise.all([1, 2, 3].map(() => post("/confirm", { token, password })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
});

test("400: a weak password; the link still works", async () => {
  const { email, token } = await ask();
  for (const weak of ["short", "football1234", email]) {
    const answer = await post("/confirm", { token, password: weak });
    assertError(answer, { status: 400, code: "invalid_request", details: /^password: / });
  }
  assert.equal((await post("/confirm", { token, password })).status, 200);
});

describe("asked for again and again by a stranger", () => {
  const letters = async (email: string) => (await readLetters(email)).length;
  async function askTooOften(email: string) {
    for (let count = 0; count < 8; count += 1) {
      const { status, body } = await post("", { email });
      assert.deepEqual([status, body.data], [200, { sent: true }]);
    }
  }

  test("an inbox gets some at once, and then one every ten minutes; the answer is the same", async (context) => {
    const { email } = await createTestMember({ passwordHash });
    const stranger = "often@test.example";
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    for (const inbox of [email, stranger]) {
      await askTooOften(inbox);
      assert.equal(await letters(inbox), 6);
    }

    context.mock.timers.tick(10 * 60_000);
    for (const inbox of [email, stranger]) {
      await askTooOften(inbox);
      assert.equal(await letters(inbox), 7);
    }
    const answer = await post("/confirm", { token: await readToken(email), password });
    assert.equal(answer.status, 200);
  });

  test("what members and sign-ups send there goes on", async () => {
    const email = "invited@test.example";
    await askTooOften(email);
    const owner = await createTestMember({ role: "owner" });
    const headers = { Origin: "https://receipts.example" };
    const call = createConsoleClient(service, owner, "");
    const body = { email, role: "viewer" };
    assert.equal((await call("POST", "/invitations", { body, headers })).status, 201);
    const before = await letters(email);
    const request = { organizationName: "Shop", kind: "merchant", email };
    const nobody = createConsoleClient(service, { cookie: "" }, "");
    assert.equal((await nobody("POST", "/sign-up", { body: request })).status, 200);
    assert.equal(await letters(email), before + 1);
  });

  test("429: one visitor gets 60 letters sent in an hour", async () => {
    for (let count = 0; count < 60; count += 1) {
      assert.equal((await post("", { email: `inbox-${count}@test.example` })).status, 200);
    }
    const refused = await post("", { email: "one-more@test.example" });
    assertError(refused, { status: 429, code: "rate_limit_exceeded" });
  });
});
