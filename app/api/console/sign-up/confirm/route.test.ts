import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { signIn } from "#lib/accounts/sign-in.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { readToken } from "#lib/testing/read-letters.ts";
import {
  newSignUp,
  SIGN_UP_PASSWORD as password,
  postSignUp,
} from "#lib/testing/sign-up-member.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
beforeEach(() => service.restart());

async function ask(fields: Record<string, unknown> = {}) {
  const sent = newSignUp(fields);
  assert.equal((await postSignUp(service, "", sent)).status, 200);
  return { sent, token: await readToken(sent.email) };
}

const open = (token: unknown) => postSignUp(service, "/open", { token });
const confirm = (body: unknown) => postSignUp(service, "/confirm", body);

test("201: an organization of the free tier and its owner, who can sign in", async () => {
  const { sent, token } = await ask({ organizationName: "  Bäckerei 麵包 " });
  const name = "Bäckerei 麵包";
  const { email } = sent;
  const opened = { email, organizationName: name, kind: "merchant" };
  assert.deepEqual((await open(token)).body.data, opened);
  const answer = await confirm({ token, password });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { organizationId, memberId } = answer.body.data;
  assert.deepEqual(Object.keys(answer.body.data), ["organizationId", "memberId"]);

  const outcome = await signIn({ email, password }, "::1");
  const signedIn = { memberId, organizationId, sessionVersion: 1 };
  assert.deepEqual(outcome, { state: "signed_in", signedIn, secondFactor: null });
  const call = createConsoleClient(service, { cookie: await createTestSession(memberId) });
  const { data } = (await call("GET", "/session")).body;
  assert.deepEqual(data.member, {
    id: memberId,
    email,
    emailConfirmed: true,
    role: "owner",
    isGuest: false,
  });
  const organization = { id: organizationId, name, kind: "merchant", tier: "free" };
  assert.deepEqual(data.organization, organization);
  const { rows } = await pool().query("SELECT email_verified_at FROM member WHERE id = $1", [
    memberId,
  ]);
  assert.ok(rows[0].email_verified_at);
});

test("the password is stored as argon2id with OWASP's parameters, and appears in no log line", async () => {
  const { token } = await ask();
  await confirm({ token, password });
  const { rows } = await pool().query(
    "SELECT DISTINCT left(password_hash, 31) AS h FROM member WHERE password_hash <> 'none'",
  );
  assert.deepEqual(rows, [{ h: "$argon2id$v=19$m=19456,t=2,p=1$" }]);
  assert.ok(!service.logLines.join().includes(password));
});

describe("404 for a link that no longer works, like one that never existed", () => {
  const ends: [string, (sent: { email: string }, token: string) => Promise<unknown>][] = [
    ["used", (_, token) => confirm({ token, password })],
    ["expired", () => pool().query("UPDATE sign_up SET expires_at = now() - interval '1 second'")],
    [
      "one of two to the address, once the other was used",
      async ({ email }) => {
        await postSignUp(service, "", newSignUp({ email }));
        await confirm({ token: await readToken(email), password });
      },
    ],
  ];
  for (const [name, end] of ends) {
    test(name, async () => {
      const { sent, token } = await ask();
      await end(sent, token);
      const never = "sup_never";
      assertError(await open(token), { status: 404, code: "not_found" });
      assertSameError(await open(token), await open(never));
      assertSameError(
        await confirm({ token, password }),
        await confirm({ token: never, password }),
      );
    });
  }
});

test("of several at once with one link, one creates the account", async () => {
  const { token } = await ask();
  const answers = await Promise.all([1, 2, 3].map(() => confirm({ token, password })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404]);
});

test("409: the address has joined another organization meanwhile; nothing is created", async () => {
  const { sent, token } = await ask();
  const { memberId } = await createTestMember();
  await pool().query("UPDATE member SET email = $2 WHERE id = $1", [memberId, sent.email]);
  const before = await pool().query("SELECT FROM organization");
  assertError(await confirm({ token, password }), { status: 409, code: "conflict" });
  assert.equal((await pool().query("SELECT FROM organization")).rowCount, before.rowCount);
});

describe("400: a password that is", () => {
  const wrong: [string, string, RegExp][] = [
    ["short", "eleven char", /^password: must have 12/],
    ["too long", "x y".repeat(400), /^password: must have 1024/],
    ["in the lists", "Password1234", /^password: is easy to guess/],
    ["in the lists, with digits", "football1234", /^password: is easy to guess/],
    ["a season", "Summer2026!!", /^password: is easy to guess/],
    ["in disguise", "admin-admin-2026!", /^password: is easy to guess/],
    ["one character", "aaaaaaaaaaaaaa", /^password: is easy to guess/],
    ["a run of the keyboard", "qwertyuiopasdf", /^password: is easy to guess/],
    ["digits in order", "0987654321098", /^password: is easy to guess/],
    ["the organization's name", "Corner Bakery 1", /^password: is easy to guess/],
    ["not text", "long enough \0 it is", /NUL|plain/],
  ];
  for (const [name, text, details] of wrong) {
    test(name, async () => {
      const { token } = await ask();
      const answer = await confirm({ token, password: text });
      assertError(answer, { status: 400, code: "invalid_request", details });
      assert.ok(!JSON.stringify(answer.body).includes(text));
      assert.equal((await open(token)).status, 200);
    });
  }

  test("the email", async () => {
    const { sent, token } = await ask();
    const answer = await confirm({ token, password: sent.email.toUpperCase() });
    assertError(answer, { status: 400, code: "invalid_request", details: /^password: .*email/ });
  });

  test("201 for any other long password", async () => {
    for (const text of ["twelve chars", "zwölf 字符 and more", "password of my own making"]) {
      const { token } = await ask();
      assert.equal((await confirm({ token, password: text })).status, 201, text);
    }
  });
});
