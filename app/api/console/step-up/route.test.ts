import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { createPasskeyMember } from "#lib/testing/passkey-member.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { addTestTotp } from "#lib/testing/totp-member.ts";

const password = "seven lanterns over the quay";
const service = setUpTestService();
let passwordHash: string;
setUp(async () => {
  passwordHash = await hashPassword(password);
});

/** A session of the member that was begun long ago. */
async function openStale(memberId: string, sessionVersion = 1): Promise<ConsoleClient> {
  const steppedUpAt = new Date(Date.now() - 5 * 60_000);
  const cookie = await createTestSession(memberId, { sessionVersion, steppedUpAt });
  return createConsoleClient(service, { cookie }, "");
}

const refused = { status: 403, code: "step_up_required" } as const;
/** Something that needs a fresh proof, and changes nothing that these tests look at. */
const attempt = (call: ConsoleClient) => call("POST", "/sessions/end-others");

test("200: the password counts for five minutes, in this session alone", async () => {
  const { memberId } = await createTestMember({ role: "viewer", passwordHash });
  const call = await openStale(memberId);
  const other = await openStale(memberId);
  assertError(await attempt(call), refused);
  const steppedUp = await call("POST", "/step-up", { body: { password } });
  assert.equal(steppedUp.status, 200, JSON.stringify(steppedUp.body));
  const left = Date.parse(steppedUp.body.data.until) - Date.now();
  assert.ok(left > 4 * 60_000 && left <= 5 * 60_000);
  assertError(await attempt(other), refused);
  assert.equal((await attempt(call)).status, 200);
});

test("a second factor needs its code, too", async () => {
  const member = await createTestMember({ role: "viewer", passwordHash });
  const { code, recoveryCodes } = await addTestTotp(service, member);

  const call = await openStale(member.memberId, 2);
  const invalid = { status: 400, code: "invalid_request" } as const;
  const prove = (body: object) => call("POST", "/step-up", { body });
  assertError(await prove({ password }), { ...invalid, details: /^code: must not be empty/ });
  assertError(await prove({ password, code }), { ...invalid, details: /^code: is wrong/ });
  assertError(await attempt(call), refused);
  assert.equal((await prove({ password, code: recoveryCodes[0] })).status, 200);
  assert.equal((await attempt(call)).status, 200);
});

test("400 and 429: a wrong password, and too many of them", async () => {
  const { memberId } = await createTestMember({ role: "viewer", passwordHash });
  const call = await openStale(memberId);
  const prove = () => call("POST", "/step-up", { body: { password: "wrong" } });
  const invalid = { status: 400, code: "invalid_request", details: /^password: / } as const;
  for (let count = 0; count < 6; count += 1) assertError(await prove(), invalid);
  assertError(await prove(), { status: 429, code: "rate_limit_exceeded" });
});

describe("by passkey", () => {
  const path = "/step-up/passkey";

  test("200: one of the member's own, once", async () => {
    const { memberId, passkey } = await createPasskeyMember(service);
    const call = await openStale(memberId, 2);
    const asked = (await call("POST", path)).body.data;
    const known = { type: "public-key", id: passkey.id, transports: ["internal"] };
    assert.deepEqual(asked.allowCredentials, [known]);
    // An authenticator that was told which passkey to use may leave out whose it is.
    passkey.userHandle = undefined;
    const response = passkey.answer(asked, { count: 2 });
    assert.equal((await call("PUT", path, { body: { response } })).status, 200);
    assert.equal((await attempt(call)).status, 200);
    const again = await call("PUT", path, { body: { response } });
    assertError(again, { status: 400, code: "invalid_request" });
  });

  test("400: of another member, or for another session", async () => {
    const one = await createPasskeyMember(service);
    const other = await createPasskeyMember(service);
    const call = await openStale(one.memberId, 2);
    const expected = {
      status: 400,
      code: "invalid_request",
      details: /^it is unknown here/,
    } as const;
    const asked = (await call("POST", path)).body.data;
    const foreign = other.passkey.answer(asked, { count: 2 });
    assertError(await call("PUT", path, { body: { response: foreign } }), expected);

    const elsewhere = await openStale(one.memberId, 2);
    const response = one.passkey.answer((await elsewhere("POST", path)).body.data, { count: 2 });
    assertError(await call("PUT", path, { body: { response } }), expected);
    assertError(await attempt(call), refused);
  });

  test("404 without a passkey", async () => {
    const call = createConsoleClient(service, await createTestMember({ role: "viewer" }), "");
    assertError(await call("POST", path), { status: 404, code: "not_found" });
  });
});
