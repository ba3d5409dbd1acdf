import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { URI } from "otpauth";
import type { AuditEntry } from "#lib/audit/contract.ts";
import { type AuditAction, auditActions } from "#lib/core/audit.ts";
import { createOrganization } from "#lib/organizations/operate.ts";
import { pool } from "#lib/storage/database.ts";
import { acts } from "#lib/testing/audited-acts.ts";
import { createStage, sender } from "#lib/testing/audited-stage.ts";
import { startAuthServer } from "#lib/testing/auth-server.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { createPasskeyMember } from "#lib/testing/passkey-member.ts";
import { readLetters, readToken } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { signInOverHttp, signOutOverHttp } from "#lib/testing/sign-in-over-http.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const password = "seven lanterns over the quay";

const service = setUpTestService();
const auth = setUp(startAuthServer);

/** In trails that nobody reads in a console, or done by the provider or the owner of the tables alone. */
const elsewhere: AuditAction[] = [
  "single_sign_on.connected",
  "organization.created",
  "organization.removed",
  "job.started",
  "backup.restored",
  "backup.quarantined",
  "backup.released",
  "secret.rotated",
  "secret.retired",
  "audit.pruned",
];

describe("each act is in the trail", () => {
  for (const [action, perform] of Object.entries(acts)) {
    test(action, async () => {
      const stage = await createStage({ service, auth });
      const { by, target, before = null, after = null } = await perform(stage);
      // The act may have ended the session or the key that asks.
      const reader = createConsoleClient(service, await createTestMember(stage));
      const { entries } = (await reader("GET", `/audit?action=${action}`)).body.data;
      const entry: AuditEntry = entries[0];
      assert.ok(entry, "there is an entry");
      assert.equal(entry.action, action);
      if (target !== undefined) assert.equal(entry.target, target);
      assert.deepEqual([entry.before, entry.after], [before, after]);
      const actors = {
        owner: ["member", stage.memberId],
        key: ["api_key", stage.apiKeyId],
        operator: ["operator", null],
        nobody: ["nobody", null],
        other: [entry.actorKind, entry.actorId],
      };
      assert.deepEqual([entry.actorKind, entry.actorId], actors[by]);
      if (by !== "operator") assertOrigin(entry);
    });
  }

  test("and none is forgotten", () => {
    const performed = [...Object.keys(acts), ...elsewhere];
    assert.deepEqual(performed.sort(), [...auditActions].sort());
  });
});

/** Acts around a receipt leave the origin to the access log, which an erasure clears. */
function assertOrigin({ action, address, device, requestId }: AuditEntry) {
  const isOfReceipt = action.startsWith("receipt.");
  assert.equal(
    address,
    isOfReceipt ? null : action.startsWith("sign_in.") ? "192.0.2.1" : "127.0.0.1",
  );
  if (isOfReceipt) assert.equal(device, null);
  if (!action.startsWith("sign_in.")) assert.match(requestId ?? "", /^req_/);
}

test("organizations begin and end in their own trail", async () => {
  const email = "founder@test.example";
  const request = { organizationName: "Shop", kind: "merchant", email };
  const nobody = sender(createConsoleClient(service, { cookie: "" }));
  await nobody("POST", "/sign-up", request);
  const confirmation = { token: await readToken(email), password };
  const { organizationId, memberId } = await nobody("POST", "/sign-up/confirm", confirmation);
  const send = sender(createConsoleClient(service, { cookie: await createTestSession(memberId) }));
  await send("DELETE", "/organization", { name: "Shop" });
  assert.deepEqual(await readActions(organizationId), [
    ["organization.created", memberId],
    ["member.joined", memberId],
    ["organization.removed", memberId],
  ]);

  const created = await createOrganization({
    name: "Bank",
    kind: "issuer",
    tier: "free",
    email: "bank@test.example",
  });
  assert.deepEqual(await readActions(created.organizationId), [
    ["organization.created", null],
    ["member.joined", null],
  ]);
});

async function readActions(organizationId: string): Promise<unknown[]> {
  const { rows } = await pool().query({
    text: "SELECT action, actor_id FROM audit_entry WHERE organization_id = $1 ORDER BY id",
    values: [organizationId],
    rowMode: "array",
  });
  return rows;
}

test("a session that is replaced, and one that signs out", async () => {
  const stage = await createStage({ service, auth });
  const first = await signInOverHttp(auth, { email: stage.email, password });
  const second = await signInOverHttp(auth, { email: stage.email, password }, first);
  await signOutOverHttp(auth, second);
  const { entries } = await stage.send("GET", "/audit?action=session.ended");
  const reasons = entries.map((entry: AuditEntry) => entry.after?.reason);
  assert.deepEqual(reasons, ["signed_out", "replaced"]);
});

test("a sign-in says which factors there were, and its owner hears of a recovery code", async () => {
  const { email, send, organizationId } = await createStage({ service, auth });
  const app = URI.parse((await send("POST", "/second-factor")).uri);
  const code = app.generate();
  const { recoveryCodes } = await send("PUT", "/second-factor", { code });
  const later = app.generate({ timestamp: Date.now() + 30_000 });
  for (const given of [later, recoveryCodes[0]]) {
    await signInOverHttp(auth, { email, password, code: given });
  }
  const reader = sender(
    createConsoleClient(service, await createTestMember({ role: "owner", organizationId })),
  );
  const { entries } = await reader("GET", "/audit?action=sign_in.succeeded");
  const factors = entries.map(({ after }: AuditEntry) => after);
  assert.deepEqual(factors, [
    { method: "password", secondFactor: "recovery_code" },
    { method: "password", secondFactor: "totp" },
  ]);
  const used = (await reader("GET", "/audit?action=recovery_code.used")).entries;
  assert.equal(used.length, 1);
  const letters = await readLetters(email);
  const told = letters.filter(({ subject }) => subject === "A recovery code was used");
  assert.deepEqual(
    told.map(({ paragraphs }) => /you have 9 left/.test(paragraphs.join())),
    [true],
  );
});

test("a proof by passkey, and one that is refused", async () => {
  const { memberId, passkey, organizationId } = await createPasskeyMember(service);
  const cookie = await createTestSession(memberId, { sessionVersion: 2 });
  const call = createConsoleClient(service, { cookie }, "");
  const asked = (await call("POST", "/step-up/passkey")).body.data;
  const response = passkey.answer(asked, { count: 2 });
  for (const _ of ["accepted", "used up"])
    await call("PUT", "/step-up/passkey", { body: { response } });
  assert.deepEqual((await readActions(organizationId)).slice(-2), [
    ["step_up.succeeded", memberId],
    ["step_up.failed", memberId],
  ]);
});

test("proofs that are refused unseen are recorded at the first, the tenth, the hundredth", async () => {
  const { memberId, organizationId, call } = await createStage({ service, auth });
  for (let count = 0; count < 15; count += 1) {
    await call("POST", "/step-up", { body: { password: "wrong" } });
  }
  const newPassword = "a long and winding road";
  await call("PUT", "/password", { body: { currentPassword: "wrong", newPassword } });
  const { rows } = await pool().query(
    `SELECT after->>'reason' AS reason, count(*)::int FROM audit_entry
     WHERE organization_id = $1 AND action = 'step_up.failed' AND actor_id = $2
     GROUP BY 1 ORDER BY 1`,
    [organizationId, memberId],
  );
  assert.deepEqual(rows, [
    { reason: "too_many_attempts", count: 2 },
    { reason: "wrong_password", count: 6 },
  ]);
});

test("invitations that end with their inviter's rights", async () => {
  const { organizationId, send } = await createStage({ service, auth });
  const ended = [];
  for (const end of ["PUT", "DELETE"] as const) {
    const inviter = await createTestMember({ role: "owner", organizationId });
    const invite = sender(createConsoleClient(service, inviter));
    const body = { email: `ended-by-${end.toLowerCase()}@test.example`, role: "viewer" };
    ended.unshift((await invite("POST", "/invitations", body)).invitation.id);
    await send(end, `/members/${inviter.memberId}`, end === "PUT" ? { role: "viewer" } : undefined);
  }
  const { entries } = await send("GET", "/audit?action=invitation.withdrawn");
  const [removed, demoted] = ended;
  assert.deepEqual(
    entries.map(({ target, after }: AuditEntry) => [target, after?.reason]),
    [
      [removed, "inviter_removed"],
      [demoted, "inviter_demoted"],
    ],
  );
});

test("an email that is no member's fails in the service's own trail, without the email", async () => {
  await signInOverHttp(auth, { email: "stranger@test.example", password });
  const { rows } = await pool().query(
    `SELECT actor_kind AS kind, address, after FROM audit_entry
     WHERE organization_id = 'service' ORDER BY id DESC LIMIT 1`,
  );
  assert.deepEqual(rows, [
    { kind: "nobody", address: "192.0.2.1", after: { reason: "unknown_email" } },
  ]);
});

test("the same refusal again is not recorded again for a while", async () => {
  const { organizationId, api, send } = await createStage({ service, auth });
  const key = await createTestKey({ organizationId, scopes: ["payments:read"] });
  for (const _ of [1, 2, 3]) await api.post("/onboarding/generate-keys", { key });
  await api.post("/onboarding/register", { key, body: {} });
  const { entries } = await send("GET", "/audit?action=request.refused");
  assert.equal(entries.length, 2);
});

test("a refusal for want of a proof or of a second factor is recorded, too", async () => {
  const { organizationId, memberId, send } = await createStage({ service, auth });
  const steppedUpAt = new Date(Date.now() - 60 * 60 * 1000);
  const unproved = { cookie: await createTestSession(memberId, { steppedUpAt }) };
  const key = { name: "Till", scopes: ["payments:read"] };
  const first = await createConsoleClient(service, unproved)("POST", "/api-keys", { body: key });
  assert.equal(first.body.error.code, "step_up_required");

  const { entries } = await send("GET", "/audit?action=request.refused");
  assert.deepEqual(
    entries.map(({ actorId, target }: AuditEntry) => [actorId, target]),
    [[memberId, "POST /api/console/api-keys"]],
  );
  const without = await createTestMember({ organizationId });
  const changes = "SET requires_second_factor = true WHERE id = $1";
  await pool().query(`UPDATE organization ${changes}`, [organizationId]);
  const second = await createConsoleClient(service, without)("GET", "/api-keys");
  assert.equal(second.body.error.code, "second_factor_required");
  const { rows } = await pool().query(
    `SELECT actor_id AS "actorId", target FROM audit_entry
     WHERE organization_id = $1 AND action = 'request.refused' ORDER BY id DESC LIMIT 1`,
    [organizationId],
  );
  assert.deepEqual(rows, [{ actorId: without.memberId, target: "GET /api/console/api-keys" }]);
});

test("an act that fails leaves no entry", async () => {
  const { organizationId, memberId, call } = await createStage({ service, auth });
  assert.equal((await call("DELETE", `/members/${memberId}`)).status, 409);
  assert.equal((await call("DELETE", "/gateways/gateway_one")).status, 404);
  assert.deepEqual(await readActions(organizationId), []);
});
