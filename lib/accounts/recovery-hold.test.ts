import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { URI } from "otpauth";
import { prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { addTestPasskey } from "#lib/testing/passkey-member.ts";
import { readLetters, readToken } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { SoftwarePasskey } from "#lib/testing/software-passkey.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { addTestTotp } from "#lib/testing/totp-member.ts";
import { hashPassword } from "./hash-password.ts";

const password = "seven lanterns over the quay";
const service = setUpTestService();
let passwordHash: string;
setUp(async () => {
  passwordHash = await hashPassword(password);
});

const forbidden = { status: 403, code: "forbidden", details: /^confirm your identity/ } as const;

/** A member with an app and a passkey, and a session in which a recovery code stood in for them. */
async function recover() {
  const member = await createTestMember({ role: "viewer", passwordHash });
  const { app, recoveryCodes: codes } = await addTestTotp(service, member);
  const { passkeyId, passkey } = await addTestPasskey(service, member);

  const { memberId } = member;
  const cookie = await createTestSession(memberId, { sessionVersion: 2 });
  const call = createConsoleClient(service, { cookie }, "");
  const prove = async (code = codes.pop()) => {
    const { status } = await call("POST", "/step-up", { body: { password, code } });
    assert.equal(status, 200);
  };
  await prove();
  return { ...member, call, app, passkey, passkeyId, prove };
}

/** As if the first letter had been sent so long ago. */
async function tell(id: string, hoursAgo: number): Promise<void> {
  const recoveryToldAt = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
  await prisma().member.update({ where: { id }, data: { recoveryToldAt } });
}

describe("after a recovery code, a second factor is neither added nor removed", () => {
  test("at once", async () => {
    const { call, passkeyId } = await recover();
    assertError(await call("DELETE", "/second-factor"), forbidden);
    assertError(await call("DELETE", `/passkeys/${passkeyId}`), forbidden);
    assertError(await call("POST", "/second-factor"), forbidden);
    assertError(await call("POST", "/passkeys"), forbidden);
  });

  test("and neither is the password nor the address changed", async () => {
    const { memberId, call } = await recover();
    const change = { currentPassword: password, newPassword: "a long and winding road" };
    assertError(await call("PUT", "/password", { body: change }), forbidden);
    const email = `new-${memberId}@test.example`;
    assertError(await call("POST", "/email", { body: { email } }), forbidden);
    assert.deepEqual(await readLetters(email), []);
  });

  test("nor is a new address confirmed by a link from before; one's own is", async () => {
    const { memberId, email, call, app, prove } = await recover();
    await prove(app.generate({ timestamp: Date.now() + 30_000 }));
    const newEmail = `new-${memberId}@test.example`;
    assert.equal((await call("POST", "/email", { body: { email: newEmail } })).status, 200);
    await prove();
    const body = { token: await readToken(newEmail) };
    assertError(await call("POST", "/email/confirm", { body }), forbidden);

    const where = { id: memberId };
    await prisma().member.update({ where, data: { emailVerifiedAt: null } });
    assert.equal((await call("POST", "/email/confirmation")).status, 200);
    const own = { token: await readToken(email) };
    assert.equal((await call("POST", "/email/confirm", { body: own })).status, 200);
  });

  test("nor where the setup began before the code came in", async () => {
    const member = await createTestMember({ role: "viewer", passwordHash });
    const { passkey, recoveryCodes } = await addTestPasskey(service, member);
    const call = createConsoleClient(service, member, "");
    const begun = (await call("POST", "/second-factor")).body.data;
    const asked = (await call("POST", "/passkeys")).body.data;
    const body = { password, code: recoveryCodes?.[0] };
    assert.equal((await call("POST", "/step-up", { body })).status, 200);

    const code = URI.parse(begun.uri).generate();
    assertError(await call("PUT", "/second-factor", { body: { code } }), forbidden);
    const response = new SoftwarePasskey(service.url).create(asked, { count: 1 });
    assertError(await call("PUT", "/passkeys", { body: { response } }), forbidden);

    const request = (await call("POST", "/step-up/passkey")).body.data;
    const proof = { response: passkey.answer(request, { count: 2 }) };
    assert.equal((await call("PUT", "/step-up/passkey", { body: proof })).status, 200);
    assert.equal((await call("PUT", "/passkeys", { body: { response } })).status, 201);
  });

  test("nor with another code on the same day", async () => {
    const { memberId, call, prove } = await recover();
    await tell(memberId, 23);
    await prove();
    assertError(await call("DELETE", "/second-factor"), forbidden);
  });

  test("nor where the letter is of another time", async () => {
    const { memberId, call, prove } = await recover();
    await tell(memberId, 8 * 24);
    await prove();
    assertError(await call("DELETE", "/second-factor"), forbidden);
  });
});

describe("it is", () => {
  test("a day after the letter, with another code", async () => {
    const { memberId, call, prove } = await recover();
    await tell(memberId, 24);
    await prove();
    assert.equal((await call("DELETE", "/second-factor")).status, 200);
  });

  test("once a code of the app has been proved", async () => {
    const { call, app, prove } = await recover();
    await prove(app.generate({ timestamp: Date.now() + 30_000 }));
    assert.equal((await call("DELETE", "/second-factor")).status, 200);
  });

  test("and so is the password, which the member of an unused factor can change at once", async () => {
    const { call, app, prove } = await recover();
    await prove(app.generate({ timestamp: Date.now() + 30_000 }));
    const change = { currentPassword: password, newPassword: "a long and winding road" };
    assert.equal((await call("PUT", "/password", { body: change })).status, 200);
  });

  test("once the passkey has been, which also means that the next code is told anew", async () => {
    const { memberId, call, passkey, prove } = await recover();
    await tell(memberId, 24);
    const asked = (await call("POST", "/step-up/passkey")).body.data;
    const response = passkey.answer(asked, { count: 2 });
    assert.equal((await call("PUT", "/step-up/passkey", { body: { response } })).status, 200);
    assert.equal((await call("POST", "/passkeys")).status, 200);

    await prove();
    assertError(await call("POST", "/passkeys"), forbidden);
  });
});
