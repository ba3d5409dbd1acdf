import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { signIn } from "#lib/accounts/sign-in.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { readToken } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { stopClock } from "#lib/testing/wall-clock.ts";

const currentPassword = "seven lanterns over the quay";
const newPassword = "a long and winding road";

const service = setUpTestService();
let passwordHash: string;
setUp(async () => {
  passwordHash = await hashPassword(currentPassword);
});

async function createMember() {
  const member = await createTestMember({ role: "viewer", passwordHash });
  const call = createConsoleClient(service, member, "");
  return { ...member, call, change: (body: unknown) => call("PUT", "/password", { body }) };
}

test("200: the new password counts, other sessions end, this one continues", async () => {
  const { email, call, change } = await createMember();
  const answer = await change({ currentPassword, newPassword });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body.data, { changed: true });

  const old = await signIn({ email, password: currentPassword }, "::1");
  assert.equal(old.state, "wrong_credentials");
  assert.equal((await signIn({ email, password: newPassword }, "::1")).state, "signed_in");
  assert.equal((await call("GET", "/session")).body.data, null);

  const text = answer.headers.get("set-cookie") ?? "";
  for (const flag of [/; HttpOnly/, /; SameSite=Lax/, /; Path=\//]) assert.match(text, flag);
  const renewed = createConsoleClient(service, { cookie: text.split(";")[0] ?? "" });
  assert.equal((await renewed("GET", "/session")).status, 200);
});

test("200: before a reset that began meanwhile, whose link then leads nowhere", async () => {
  const { email, memberId, call, change } = await createMember();
  await call("POST", "/password-reset", { body: { email } });
  const reset = { token: await readToken(email), password: "as chosen from the letter" };

  const release = await holdRow("SELECT 1 FROM session WHERE member_id = $1 FOR UPDATE", memberId);
  const changing = change({ currentPassword, newPassword });
  await waitForLocks(1);
  const resetting = call("POST", "/password-reset/confirm", { body: reset });
  await waitForLocks(2);
  await release();

  assert.equal((await changing).status, 200);
  assertError(await resetting, { status: 404, code: "not_found" });
  assert.equal((await signIn({ email, password: newPassword }, "::1")).state, "signed_in");
});

describe("401: the password is not changed", () => {
  test("where a reset came first", async () => {
    const { email, memberId, call, change } = await createMember();
    await call("POST", "/password-reset", { body: { email } });
    const reset = { token: await readToken(email), password: "as chosen from the letter" };

    const release = await holdMember(memberId);
    const resetting = call("POST", "/password-reset/confirm", { body: reset });
    await waitForLocks(1);
    const changing = change({ currentPassword, newPassword });
    await waitForLocks(2);
    await release();

    assert.equal((await resetting).status, 200);
    assertError(await changing, { status: 401, code: "unauthorized" });
    const { password } = reset;
    assert.equal((await signIn({ email, password }, "::1")).state, "signed_in");
  });

  test("where the session ended meanwhile", async () => {
    const { email, memberId, call, change } = await createMember();
    const other = createConsoleClient(service, { cookie: await createTestSession(memberId) }, "");
    const { sessions } = (await call("GET", "/sessions")).body.data;
    const own = sessions.find(({ current }: { current: boolean }) => current).id;

    const release = await holdMember(memberId);
    const changing = change({ currentPassword, newPassword });
    await waitForLocks(1);
    assert.equal((await other("DELETE", `/sessions/${own}`)).status, 200);
    await release();

    assertError(await changing, { status: 401, code: "unauthorized" });
    const outcome = await signIn({ email, password: currentPassword }, "::1");
    assert.equal(outcome.state, "signed_in");
  });
});

/** Keeps everybody from changing the member until the function that is returned is called. */
async function holdMember(memberId: string): Promise<() => Promise<void>> {
  // Using a session writes this, too, unless it was written within the minute.
  await pool().query("UPDATE member SET last_seen_at = now() WHERE id = $1", [memberId]);
  return await holdRow("SELECT 1 FROM member WHERE id = $1 FOR NO KEY UPDATE", memberId);
}

/** Holds the lock that `lock` takes. */
async function holdRow(lock: string, memberId: string): Promise<() => Promise<void>> {
  const client = await pool().connect();
  await client.query("BEGIN");
  await client.query(lock, [memberId]);
  return async () => {
    await client.query("ROLLBACK");
    client.release();
  };
}

async function waitForLocks(count: number): Promise<void> {
  await until(async () => (await countWaiting(pool())) === count);
}

describe("400", () => {
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ["a wrong current password", { currentPassword: "wrong" }, /^currentPassword: does not match/],
    ["no current password", { currentPassword: undefined }, /^currentPassword: /],
    ["a short new one", { newPassword: "short" }, /^newPassword: must have 12/],
    ["the same again", { newPassword: currentPassword }, /^newPassword: is your current/],
  ];
  for (const [name, fields, details] of wrong) {
    test(name, async () => {
      const { email, change } = await createMember();
      const answer = await change({ currentPassword, newPassword, ...fields });
      assertError(answer, { status: 400, code: "invalid_request", details });
      const outcome = await signIn({ email, password: currentPassword }, "::1");
      assert.equal(outcome.state, "signed_in");
    });
  }

  test("the email", async () => {
    const { email, change } = await createMember();
    const answer = await change({ currentPassword, newPassword: email });
    assertError(answer, { status: 400, code: "invalid_request", details: /^newPassword: .*email/ });
  });
});

test("429: a stolen session cannot guess the password, here and at sign-in combined", async (context) => {
  stopClock(context);
  const { email, change } = await createMember();
  for (let count = 0; count < 6; count += 1) {
    const answer = await change({ currentPassword: `wrong ${count}`, newPassword });
    assertError(answer, { status: 400, code: "invalid_request" });
  }
  const refused = await change({ currentPassword, newPassword });
  assertError(refused, { status: 429, code: "rate_limit_exceeded" });
  assert.equal(refused.headers.get("retry-after"), "5");
  const outcome = await signIn({ email, password: currentPassword }, "127.0.0.1");
  assert.equal(outcome.state, "too_many_tries");
});
