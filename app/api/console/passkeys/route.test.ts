import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { addTestPasskey, createPasskeyMember } from "#lib/testing/passkey-member.ts";
import { type AuthenticatorOptions, SoftwarePasskey } from "#lib/testing/software-passkey.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const refused = { status: 400, code: "invalid_request", details: /^it is unknown here/ } as const;

test("what a browser is asked for: a discoverable passkey that verifies its user", async () => {
  const { call, memberId, email, passkey } = await createPasskeyMember(service);
  const { challenge, ...asked } = (await call("POST", "/passkeys")).body.data;
  assert.equal(Buffer.from(challenge, "base64url").length, 32);
  assert.deepEqual(asked.rp, { id: new URL(service.url).hostname, name: "Sealslip" });
  const user = { id: Buffer.from(memberId).toString("base64url"), name: email, displayName: email };
  assert.deepEqual(asked.user, user);
  assert.equal(asked.authenticatorSelection.residentKey, "required");
  assert.equal(asked.authenticatorSelection.userVerification, "required");
  assert.deepEqual(asked.excludeCredentials, [
    { type: "public-key", id: passkey.id, transports: ["internal"] },
  ]);
});

test("the first one is a second factor: it comes with recovery codes, and ends other sessions", async () => {
  const { memberId, cookie } = await createTestMember({ role: "viewer" });
  const elsewhere = createConsoleClient(service, { cookie: await createTestSession(memberId) }, "");
  const { recoveryCodes } = await addTestPasskey(service, { cookie });
  assert.equal(new Set(recoveryCodes).size, 10);
  assert.equal((await elsewhere("GET", "/session")).body.data, null);

  const call = createConsoleClient(service, { cookie }, "");
  const session = (await call("GET", "/session")).body.data;
  assert.deepEqual(
    [session.secondFactor, session.authenticatorApp, session.passkeys],
    [true, false, 1],
  );
  const second = await addTestPasskey(service, { cookie });
  assert.equal(second.recoveryCodes, null);
  const { passkeys } = (await call("GET", "/passkeys")).body.data;
  assert.equal(passkeys.length, 2);
  const { createdAt, ...listed } = passkeys[1];
  const expected = {
    id: second.passkeyId,
    name: "Unknown device",
    backedUp: true,
    lastUsedAt: null,
  };
  assert.deepEqual(listed, expected);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
});

describe("400: a new passkey", () => {
  const lies: [
    string,
    AuthenticatorOptions & { attestation?: Map<string, unknown>; format?: string },
  ][] = [
    ["of another site", { origin: "https://evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["whose user nobody has verified", { userVerified: false }],
    ["for a challenge of its own", { challenge: "A".repeat(43) }],
    ["that is an answer to a sign-in", { type: "webauthn.get" }],
    [
      "with a certificate, which nobody asked for",
      { format: "packed", attestation: new Map([["x5c", [new Uint8Array(8)]]]) },
    ],
  ];
  for (const [name, lie] of lies) {
    test(name, async () => {
      const call = createConsoleClient(service, await createTestMember(), "");
      const asked = (await call("POST", "/passkeys")).body.data;
      const response = new SoftwarePasskey(service.url).create(asked, lie);
      assertError(await call("PUT", "/passkeys", { body: { response } }), refused);
      assert.deepEqual((await call("GET", "/passkeys")).body.data, { passkeys: [] });
    });
  }

  test("that was asked for by another session", async () => {
    const one = createConsoleClient(service, await createTestMember(), "");
    const other = createConsoleClient(service, await createTestMember(), "");
    const asked = (await one("POST", "/passkeys")).body.data;
    const response = new SoftwarePasskey(service.url).create(asked);
    assertError(await other("PUT", "/passkeys", { body: { response } }), refused);
  });

  test("that was asked for too long ago", async () => {
    const call = createConsoleClient(service, await createTestMember(), "");
    const asked = (await call("POST", "/passkeys")).body.data;
    await pool().query("UPDATE passkey_challenge SET expires_at = now() - interval '1 second'");
    const response = new SoftwarePasskey(service.url).create(asked);
    assertError(await call("PUT", "/passkeys", { body: { response } }), refused);
  });
});

test("409: a passkey that belongs to somebody, and more than twenty", async () => {
  const { passkey, memberId, call } = await createPasskeyMember(service);
  const other = createConsoleClient(service, await createTestMember(), "");
  const asked = (await other("POST", "/passkeys")).body.data;
  const taken = await other("PUT", "/passkeys", { body: { response: passkey.create(asked) } });
  assertError(taken, { status: 409, code: "conflict" });

  await pool().query(
    `INSERT INTO passkey (id, member_id, name, credential_id, public_key, sign_count, backup_eligible, backed_up)
     SELECT 'pky_' || n, $1, 'Test', decode(lpad(to_hex(n), 8, '0'), 'hex'), '', 0, false, false
     FROM generate_series(1, 19) n`,
    [memberId],
  );
  assertError(await call("POST", "/passkeys"), { status: 409, code: "conflict" });
});

test("200: renamed and removed by its member, and by nobody else", async () => {
  const { call, passkeyId } = await createPasskeyMember(service);
  const other = createConsoleClient(service, await createTestMember(), "");
  const path = `/passkeys/${passkeyId}`;
  const body = { name: " Phone " };
  assertError(await other("PUT", path, { body }), { status: 404, code: "not_found" });
  assertError(await other("DELETE", path), { status: 404, code: "not_found" });

  assert.equal((await call("PUT", path, { body })).body.data.name, "Phone");
  assert.deepEqual((await call("DELETE", path)).body.data, { passkeyId, removed: true });
  assert.equal((await call("GET", "/session")).body.data.secondFactor, false);
  assertError(await call("DELETE", path), { status: 404, code: "not_found" });
});

test("409: the last second factor of somebody who must have one stays", async () => {
  const owner = await createTestMember({ role: "owner", secondFactor: false });
  const call = createConsoleClient(service, owner, "");
  const first = await addTestPasskey(service, owner);
  const second = await addTestPasskey(service, owner);
  assert.equal((await call("DELETE", `/passkeys/${first.passkeyId}`)).status, 200);
  const last = await call("DELETE", `/passkeys/${second.passkeyId}`);
  assertError(last, { status: 409, code: "conflict" });
  assert.equal((await call("GET", "/passkeys")).body.data.passkeys.length, 1);
});

test("of two that are removed at once by somebody who must have one, one stays", async () => {
  const owner = await createTestMember({ role: "owner", secondFactor: false });
  const call = createConsoleClient(service, owner, "");
  const paths = [await addTestPasskey(service, owner), await addTestPasskey(service, owner)].map(
    ({ passkeyId }) => `/passkeys/${passkeyId}`,
  );
  const answers = await Promise.all(paths.map((path) => call("DELETE", path)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});
