import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { signIn } from "#lib/accounts/sign-in.ts";
import { pool } from "#lib/storage/database.ts";
import type { Answer } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestSession } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

const password = "a long and winding road";
let people = 0;

function request(fields: Record<string, unknown> = {}) {
  people += 1;
  const email = `person-${people}@test.example`;
  return { organizationName: "Corner Bakery", kind: "merchant", email, password, ...fields };
}

async function post(body: unknown): Promise<Answer> {
  return await createConsoleClient(service, { cookie: "" }, "")("POST", "/sign-up", { body });
}

test("201: an organization of the free tier and its owner, who can sign in", async () => {
  const sent = request({ organizationName: "  Bäckerei 麵包 ", email: " Baker@Test.Example " });
  const answer = await post(sent);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { organizationId, memberId } = answer.body.data;
  assert.deepEqual(Object.keys(answer.body.data), ["organizationId", "memberId"]);

  const outcome = await signIn({ email: "baker@test.example", password }, "::1");
  assert.deepEqual(outcome, {
    state: "signed_in",
    signedIn: { memberId, organizationId, sessionVersion: 1 },
  });
  const call = createConsoleClient(service, { cookie: await createTestSession(memberId) });
  const { data } = (await call("GET", "/session")).body;
  assert.deepEqual(data.member, { id: memberId, email: "baker@test.example", role: "owner" });
  assert.deepEqual(data.organization, {
    id: organizationId,
    name: "Bäckerei 麵包",
    kind: "merchant",
    tier: "free",
  });
});

test("the password is stored as argon2id with OWASP's parameters, and appears in no log line", async () => {
  await post(request());
  const { rows } = await pool().query("SELECT DISTINCT left(password_hash, 31) AS h FROM member");
  assert.deepEqual(rows, [{ h: "$argon2id$v=19$m=19456,t=2,p=1$" }]);
  assert.ok(!service.logLines.join().includes(password));
});

test("409: an email that is taken, in any case; nothing is created", async () => {
  const taken = request();
  assert.equal((await post(taken)).status, 201);
  const count = async () => (await pool().query("SELECT count(*) FROM organization")).rows[0].count;
  const before = await count();
  const answer = await post({ ...taken, email: taken.email.toUpperCase() });
  assertError(answer, { status: 409, code: "conflict", details: /^email: is taken$/ });
  assert.equal(await count(), before);
});

test("of several at once with one email, one succeeds", async () => {
  const same = request();
  const answers = await Promise.all([post(same), post(same), post(same)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
});

describe("400", () => {
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ["no email", { email: undefined }, /^email: is required$/],
    ["an invalid email", { email: "somebody" }, /^email: must be an email address$/],
    ["a short password", { password: "eleven char" }, /^password: must have 12/],
    ["a password that is too long", { password: "x y".repeat(400) }, /^password: must have 1024/],
    [
      "the email itself",
      { email: "p@test.example", password: "P@test.example" },
      /^password: .*em/,
    ],
    ["an obvious password", { password: "Password1234" }, /^password: is among the first/],
    ["an obvious password in disguise", { password: "admin-admin-2026!" }, /^password: is among/],
    ["one character", { password: "aaaaaaaaaaaaaa" }, /^password: is among/],
    ["a run of the keyboard", { password: "qwertyuiopasdf" }, /^password: is among/],
    ["digits in order", { password: "0987654321098" }, /^password: is among/],
    ["a NUL in the password", { password: "long enough \0 it is" }, /NUL|plain/],
    ["no kind", { kind: "bank" }, /^kind: /],
    ["a blank name", { organizationName: "   " }, /^organizationName: /],
    ["a name of two lines", { organizationName: "a\nb" }, /^organizationName: /],
  ];
  for (const [name, fields, details] of wrong) {
    test(name, async () => {
      const answer = await post(request(fields));
      assertError(answer, { status: 400, code: "invalid_request", details });
      assert.ok(!JSON.stringify(answer.body).includes(String(fields.password ?? "\u0001")));
    });
  }

  test("201 for any other long password", async () => {
    for (const text of ["twelve chars", "zwölf 字符 and more", "password of my own making"]) {
      assert.equal((await post(request({ password: text }))).status, 201, text);
    }
  });
});

test("429: probing for emails that are taken has to wait", async () => {
  await service.restart();
  const taken = request();
  assert.equal((await post(taken)).status, 201);
  for (let count = 0; count < 21; count += 1) {
    assertError(await post(taken), { status: 409, code: "conflict" });
  }
  const refused = await post(request());
  assertError(refused, { status: 429, code: "rate_limit_exceeded" });
  assert.equal(refused.headers.get("retry-after"), "5");
});

test("403 where sign-up is turned off", async () => {
  await service.restart({ SIGN_UP: "0" });
  assertError(await post(request()), { status: 403, code: "forbidden" });
});
