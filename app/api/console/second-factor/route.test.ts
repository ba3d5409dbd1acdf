import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, describe, mock, test } from "node:test";
import { URI } from "otpauth";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { signIn } from "#lib/accounts/sign-in.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { addTestTotp } from "#lib/testing/totp-member.ts";
import { passTime, stopClock } from "#lib/testing/wall-clock.ts";

const password = "seven lanterns over the quay";
const STEP_MS = 30_000;

const service = setUpTestService();
let passwordHash: string;
setUp(async () => {
  passwordHash = await hashPassword(password);
});
afterEach(() => mock.timers.reset());

let addresses = 0;

async function createMember() {
  const member = await createTestMember({ role: "viewer", passwordHash });
  const call = createConsoleClient(service, member, "");
  addresses += 1;
  const address = `192.0.2.${addresses}`;
  return {
    ...member,
    call,
    signIn: (code?: string, from = address) =>
      signIn({ email: member.email, password, ...(code && { code }) }, from),
  };
}

/** A member with a second factor in use; `app` shows codes as a phone does. */
async function createGuarded() {
  const member = await createMember();
  return { ...member, ...(await addTestTotp(service, member)) };
}

test("takes effect with its first code, not before", async () => {
  const member = await createMember();
  const begun = await member.call("POST", "/second-factor");
  const { secret, uri } = begun.body.data;
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const app = URI.parse(uri);
  assert.deepEqual([app.issuer, app.label], ["Sealslip", member.email]);
  assert.equal((await member.signIn()).state, "signed_in");

  const code = app.generate();
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
  const confirmed = await member.call("PUT", "/second-factor", { body: { code: typed } });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  const { recoveryCodes } = confirmed.body.data;
  assert.equal(new Set(recoveryCodes).size, 10);
  for (const text of recoveryCodes)
    assert.match(text, /^([2-9A-HJ-NP-Z]{4}-){6}[2-9A-HJ-NP-Z]{4}$/);
  assert.deepEqual(await member.signIn(), { state: "second_factor_needed" });
  assert.equal((await member.call("GET", "/session")).body.data.secondFactor, true);
  const { members } = (await member.call("GET", "/members")).body.data;
  assert.equal(members[0].secondFactor, true);
});

describe("a code", () => {
  test("signs in once, even when it is sent many times at once", async () => {
    const member = await createGuarded();
    passTime(STEP_MS);
    const code = member.app.generate();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, (_, at) => member.signIn(code, `198.51.100.${at}`)),
    );
    assert.equal(outcomes.filter(({ state }) => state === "signed_in").length, 1);
    assert.deepEqual(await member.signIn(code), { state: "wrong_code" });
  });

  test("of the confirmation does not sign in as well", async () => {
    const { signIn, code } = await createGuarded();
    assert.deepEqual(await signIn(code), { state: "wrong_code" });
  });

  test("of the step before counts, for clocks that differ; an older one does not", async () => {
    const member = await createGuarded();
    passTime(STEP_MS);
    const code = member.app.generate();
    passTime(STEP_MS);
    assert.equal((await member.signIn(code)).state, "signed_in");
    passTime(STEP_MS);
    const old = member.app.generate();
    passTime(2 * STEP_MS);
    assert.deepEqual(await member.signIn(old), { state: "wrong_code" });
  });

  test("does nothing without the password", async () => {
    const { email, app } = await createGuarded();
    passTime(STEP_MS);
    const sent = { email, password: "wrong", code: app.generate() };
    assert.deepEqual(await signIn(sent, "203.0.113.1"), { state: "wrong_credentials" });
    assert.equal((await signIn({ ...sent, password }, "203.0.113.1")).state, "signed_in");
  });
});

test("each recovery code signs in once, however it is typed", async () => {
  const { recoveryCodes, ...member } = await createGuarded();
  const [first = "", second = ""] = recoveryCodes;
  assert.equal((await member.signIn(first)).state, "signed_in");
  assert.deepEqual(await member.signIn(first), { state: "wrong_code" });
  const typed = second.toLowerCase().replaceAll("-", " ");
  assert.equal((await member.signIn(typed)).state, "signed_in");
});

test("a recovery code that is used up is in the trail, even where no session begins", async () => {
  const { memberId, recoveryCodes, signIn } = await createGuarded();
  await signIn(recoveryCodes[0]);
  await signIn(recoveryCodes[0]);
  const { rows } = await pool().query(
    `SELECT action, after FROM audit_entry
     WHERE actor_id = $1 AND action <> 'second_factor.added' ORDER BY id`,
    [memberId],
  );
  assert.deepEqual(rows, [
    { action: "recovery_code.used", after: { left: 9 } },
    { action: "sign_in.failed", after: { reason: "wrong_code" } },
  ]);
});

test("a code from before, with 20 letters in groups of five, signs in as well", async () => {
  const member = await createGuarded();
  const hash = createHash("sha256").update("23456789ABCDEFGHJKLM").digest();
  await pool().query("INSERT INTO recovery_code VALUES ($1, $2)", [member.memberId, hash]);
  assert.equal((await member.signIn("23456-789ab-cdefg-hjklm")).state, "signed_in");
});

test("codes cannot be guessed, from many addresses or with calls without a code in between", async (context) => {
  stopClock(context);
  const { recoveryCodes, ...member } = await createGuarded();
  for (let count = 0; count < 6; count += 1) {
    const from = `203.0.113.${count + 10}`;
    assert.deepEqual(await member.signIn("000000", from), { state: "wrong_code" });
    assert.deepEqual(await member.signIn(undefined, from), { state: "second_factor_needed" });
  }
  const refused = await member.signIn(recoveryCodes[0], "203.0.113.99");
  assert.deepEqual(refused, { state: "too_many_tries", retryAfter: 5 });
});

test("neither the database nor the log shows the secret or the recovery codes", async () => {
  const { memberId, secret, recoveryCodes } = await createGuarded();
  const { rows } = await pool().query(
    "SELECT m.totp_secret, r.hash FROM member m JOIN recovery_code r ON r.member_id = m.id WHERE m.id = $1",
    [memberId],
  );
  assert.equal(rows.length, 10);
  const kept = rows.flatMap(({ totp_secret, hash }) => [totp_secret, hash]);
  const texts = [...kept.map((bytes) => bytes.toString("latin1")), ...service.logLines];
  for (const text of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((c) => c.replaceAll("-", "")),
  ]) {
    assert.ok(texts.every((line) => !line.includes(text)));
  }
});

test("a secret that was moved to another member does not work there", async () => {
  const one = await createGuarded();
  const other = await createGuarded();
  await pool().query(
    "UPDATE member SET totp_secret = (SELECT totp_secret FROM member WHERE id = $1) WHERE id = $2",
    [one.memberId, other.memberId],
  );
  passTime(STEP_MS);
  await assert.rejects(other.signIn(one.app.generate()), { name: "CryptoError" });
});

test("200: removed, and set up again", async () => {
  const { call, signIn: enter, recoveryCodes } = await createGuarded();
  const removed = await call("DELETE", "/second-factor");
  assert.deepEqual(removed.body.data, { removed: true });
  assert.equal((await enter()).state, "signed_in");
  assertError(await call("DELETE", "/second-factor"), { status: 404, code: "not_found" });

  const begun = await call("POST", "/second-factor");
  const code = URI.parse(begun.body.data.uri).generate();
  assert.equal((await call("PUT", "/second-factor", { body: { code } })).status, 200);
  assert.deepEqual(await enter(recoveryCodes[0]), { state: "wrong_code" });
});

describe("409", () => {
  const expected = { status: 409, code: "conflict" } as const;

  test("begun or confirmed while one is in use", async () => {
    const { call, app } = await createGuarded();
    assertError(await call("POST", "/second-factor"), expected);
    const body = { code: app.generate() };
    assertError(await call("PUT", "/second-factor", { body }), expected);
  });

  test("removed by somebody who must have one", async () => {
    const { call, organizationId } = await createGuarded();
    const owner = await createTestMember({ role: "owner", organizationId });
    const path = "/organization/second-factor";
    await createConsoleClient(service, owner, "")("PUT", path, { body: { required: true } });
    assertError(await call("DELETE", "/second-factor"), expected);
    assert.equal((await call("GET", "/session")).body.data.authenticatorApp, true);
  });

  test("confirmed before it was begun", async () => {
    const { call } = await createMember();
    assertError(await call("PUT", "/second-factor", { body: { code: "000000" } }), expected);
  });
});

test("400 and 429: a wrong first code, and too many of them", async (context) => {
  stopClock(context);
  const { call } = await createMember();
  await call("POST", "/second-factor");
  const confirm = (code: string) => call("PUT", "/second-factor", { body: { code } });
  const expected = { status: 400, code: "invalid_request", details: /^code: / } as const;
  assertError(await confirm("no code"), expected);
  for (let count = 0; count < 6; count += 1) assertError(await confirm("000000"), expected);
  const refused = await confirm("000000");
  assertError(refused, { status: 429, code: "rate_limit_exceeded" });
  assert.equal(refused.headers.get("retry-after"), "5");
});
