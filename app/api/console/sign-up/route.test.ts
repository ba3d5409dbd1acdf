import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { readLetters, readToken } from "#lib/testing/read-letters.ts";
import { newSignUp, postSignUp, signUpMember } from "#lib/testing/sign-up-member.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
beforeEach(() => service.restart({ BASE_URL: "https://receipts.example" }));

const post = (body: unknown) => postSignUp(service, "", body);

async function counts() {
  const { rows } = await pool().query(
    "SELECT (SELECT count(*) FROM organization) AS organizations, (SELECT count(*) FROM member) AS members",
  );
  return rows[0];
}

test("200: a letter with a link to the public address, and nothing else yet", async () => {
  const before = await counts();
  const answer = await post(newSignUp({ email: " Baker@Test.Example " }));
  assert.deepEqual([answer.status, answer.body.data], [200, { sent: true }]);
  assert.deepEqual(await counts(), before);

  const letters = await readLetters("baker@test.example");
  assert.equal(letters.length, 1);
  assert.equal(letters[0]?.subject, "Confirm your email address");
  assert.match(
    letters[0]?.action?.url ?? "",
    /^https:\/\/receipts\.example\/confirm#sup_[0-9A-Za-z]{43}$/,
  );
});

test("the token is stored as a hash, the letter encrypted, and neither is logged", async () => {
  const sent = newSignUp();
  await post(sent);
  const token = await readToken(sent.email);
  const { rows } = await pool().query(
    "SELECT encode(hash, 'escape') AS a, NULL AS b FROM sign_up UNION ALL SELECT NULL, encode(content, 'escape') FROM mail",
  );
  assert.ok(rows.length > 1 && !JSON.stringify(rows).includes(token.slice(4)));
  assert.ok(!service.logLines.join().includes(token.slice(4)));
});

test("the letter repeats no text of whoever signed up", async () => {
  const sent = newSignUp({ organizationName: "YOUR BANK: visit evil.example" });
  await post(sent);
  assert.ok(!JSON.stringify(await readLetters(sent.email)).includes("BANK"));
});

describe("for an address that has an account", () => {
  test("the answer is the same, and the letter has no link that creates one", async () => {
    const { email } = await createTestMember();
    const known = await post(newSignUp({ email: email.toUpperCase() }));
    const unknown = await post(newSignUp());
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
    const letters = await readLetters(email);
    assert.deepEqual(
      letters.map(({ subject, action }) => [subject, action?.url]),
      [["You have an account already", "https://receipts.example/sign-in"]],
    );
  });

  test("the database does the same work, so that the time says nothing", async () => {
    const { email } = await createTestMember();
    const written = async () => {
      const { rows } = await pool().query(
        "SELECT (SELECT count(*)::int FROM sign_up) AS asked, (SELECT count(*)::int FROM mail) AS letters",
      );
      return rows[0];
    };
    const statements = async (body: unknown) => {
      const before = await written();
      await post(body);
      const after = await written();
      return [after.asked - before.asked, after.letters - before.letters];
    };
    assert.deepEqual(await statements(newSignUp({ email })), [1, 1]);
    assert.deepEqual(await statements(newSignUp()), [1, 1]);
  });
});

describe("400", () => {
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ["no email", { email: undefined }, /^email: is required$/],
    ["an invalid email", { email: "somebody" }, /^email: must be an email address$/],
    ["two emails", { email: "a@b.example, c@d.example" }, /^email: must be an email address$/],
    ["an email of two lines", { email: "a@b.example\r\nBcc: c@d.example" }, /^email: /],
    ["no kind", { kind: "bank" }, /^kind: /],
    ["a blank name", { organizationName: "   " }, /^organizationName: /],
    ["a name of two lines", { organizationName: "a\nb" }, /^organizationName: /],
  ];
  for (const [name, fields, details] of wrong) {
    test(name, async () => {
      const answer = await post(newSignUp(fields));
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }
});

test("an inbox gets five letters at once and then one in ten minutes, whoever it belongs to", async () => {
  const { email } = await createTestMember();
  for (const sent of [newSignUp(), newSignUp({ email })]) {
    for (let count = 0; count < 8; count += 1) assert.equal((await post(sent)).status, 200);
    assert.equal((await readLetters(sent.email)).length, 6);
  }
});

describe("429", () => {
  test("one visitor gets 60 letters sent in an hour", async () => {
    for (let count = 0; count < 60; count += 1) {
      assert.equal((await post(newSignUp())).status, 200);
    }
    assertError(await post(newSignUp()), { status: 429, code: "rate_limit_exceeded" });
  });
});

test("403 where sign-up is turned off, for links that are out as well", async () => {
  const sent = newSignUp();
  await post(sent);
  const token = await readToken(sent.email);
  await service.restart({ SIGN_UP: "0" });
  const refused = { status: 403, code: "forbidden" } as const;
  assertError(await post(newSignUp()), refused);
  assertError(await postSignUp(service, "/open", { token }), refused);
  const password = "a long and winding road";
  assertError(await postSignUp(service, "/confirm", { token, password }), refused);
});

test("expired sign-ups are removed", async () => {
  await signUpMember(service);
  await post(newSignUp());
  await pool().query("UPDATE sign_up SET expires_at = now() - interval '1 second'");
  await post(newSignUp());
  assert.equal((await pool().query("SELECT FROM sign_up")).rowCount, 1);
});
