import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pruneChallenges } from "#lib/accounts/challenges.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { signIn } from "#lib/accounts/sign-in.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient } from "#lib/testing/console-client.ts";
import { addTestPasskey, createPasskeyMember } from "#lib/testing/passkey-member.ts";
import { type AuthenticatorOptions, SoftwarePasskey } from "#lib/testing/software-passkey.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const path = "/passkeys/sign-in";
const refused = { status: 400, code: "invalid_request", details: /^it is unknown here/ } as const;
const nobody = createClient("");

// Reads the service's address only when it calls: a suite fills it later.
function createClient(cookie: string) {
  return (...call: Parameters<ReturnType<typeof createConsoleClient>>) =>
    createConsoleClient(service, { cookie }, "")(...call);
}

async function ask(): Promise<{ challenge: string }> {
  return (await nobody("POST", path)).body.data;
}

const enter = (response: unknown) => nobody("PUT", path, { body: { response } });

test("200: signs in without a password, and counts as a proof of who one is", async () => {
  const { passkey, memberId } = await createPasskeyMember(service);
  const asked = (await nobody("POST", path)).body.data;
  const { challenge, ...rest } = asked;
  const rpId = new URL(service.url).hostname;
  const expected = { rpId, timeout: 600_000, allowCredentials: [], userVerification: "required" };
  assert.deepEqual(rest, expected);

  const answer = await enter(passkey.answer({ challenge }, { count: 2, backedUp: false }));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const [cookie = ""] = answer.headers.get("set-cookie")?.split(";") ?? [];
  const call = createClient(cookie);
  assert.equal((await call("GET", "/session")).body.data.member.id, memberId);
  assert.equal((await call("POST", "/sessions/end-others")).status, 200);
  const [listed] = (await call("GET", "/passkeys")).body.data.passkeys;
  assert.equal(listed.backedUp, false);
  assert.ok(Math.abs(Date.parse(listed.lastUsedAt) - Date.now()) < 60_000);
});

test("an answer works once, even when it is sent many times at once", async () => {
  const { passkey } = await createPasskeyMember(service);
  const response = passkey.answer(await ask(), { count: 2 });
  const answers = await Promise.all(Array.from({ length: 4 }, () => enter(response)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assertError(await enter(response), refused);
});

describe("400", () => {
  const lies: [string, AuthenticatorOptions][] = [
    ["an answer for another site", { rpId: "evil.example" }],
    ["an answer on another site", { origin: "https://evil.example" }],
    ["an answer that nobody's finger, face, or PIN has confirmed", { userVerified: false }],
    ["an answer to a challenge of its own", { challenge: "A".repeat(43) }],
    ["an answer to a challenge that is no text of ours", { challenge: "\ud800" }],
    ["an answer to a registration", { type: "webauthn.create" }],
    ["a passkey that has counted less than before, so there are two of it", { count: 1 }],
    ["a passkey that has become another kind", { backupEligible: false, backedUp: false }],
  ];
  for (const [name, lie] of lies) {
    test(name, async () => {
      const { passkey } = await createPasskeyMember(service);
      assertError(await enter(passkey.answer(await ask(), { count: 2, ...lie })), refused);
      assert.equal((await enter(passkey.answer(await ask(), { count: 3 }))).status, 200);
    });
  }

  test("a passkey that is unknown, removed, or of another member, all alike", async () => {
    const { passkey, passkeyId, call } = await createPasskeyMember(service);
    const other = await createPasskeyMember(service);
    const { userHandle } = passkey;
    passkey.userHandle = other.passkey.userHandle;
    const foreign = await enter(passkey.answer(await ask(), { count: 2 }));
    passkey.userHandle = undefined;
    const unnamed = await enter(passkey.answer(await ask(), { count: 2 }));
    passkey.userHandle = userHandle;
    await call("DELETE", `/passkeys/${passkeyId}`);
    const removed = await enter(passkey.answer(await ask(), { count: 2 }));
    const unknown = await enter(new SoftwarePasskey(service.url).answer(await ask()));
    for (const answer of [foreign, unnamed, removed, unknown]) {
      assertError(answer, refused);
      assert.equal(answer.body.error.message, unknown.body.error.message);
    }
  });

  test("a signature of another key", async () => {
    const { passkey } = await createPasskeyMember(service);
    const other = (await createPasskeyMember(service)).passkey;
    const asked = await ask();
    const genuine = passkey.answer(asked, { count: 2 });
    const { signature } = other.answer(asked, { count: 2 }).response;
    const forged = { ...genuine, response: { ...genuine.response, signature } };
    assertError(await enter(forged), refused);
  });

  test("a challenge of a step-up or a registration", async () => {
    const { passkey, call } = await createPasskeyMember(service);
    for (const begin of ["/step-up/passkey", "/passkeys"]) {
      const asked = (await call("POST", begin)).body.data;
      assertError(await enter(passkey.answer(asked, { count: 2 })), refused);
    }
  });
});

test("the password alone no longer signs in; a recovery code beside it does, once", async () => {
  const password = "seven lanterns over the quay";
  const passwordHash = await hashPassword(password);
  const member = await createPasskeyMember(service, { passwordHash });
  const [code = ""] = member.recoveryCodes ?? [];
  const { email } = member;
  const needed = { state: "second_factor_needed" };
  assert.deepEqual(await signIn({ email, password }, "192.0.2.1"), needed);
  assert.equal((await signIn({ email, password, code }, "192.0.2.1")).state, "signed_in");
  const again = await signIn({ email, password, code }, "192.0.2.1");
  assert.deepEqual(again, { state: "wrong_code" });
  assert.equal((await addTestPasskey(service, member)).recoveryCodes, null);
});

test("403 for another site", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const expected = { status: 403, code: "forbidden" } as const;
  assertError(await nobody("POST", path, { headers }), expected);
});

test("challenges that nobody answers are removed", async () => {
  await ask();
  await pool().query("UPDATE passkey_challenge SET expires_at = now() - interval '1 second'");
  await pruneChallenges();
  const { rows } = await pool().query("SELECT count(*)::int FROM passkey_challenge");
  assert.equal(rows[0].count, 0);
});
