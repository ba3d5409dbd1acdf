import { URI } from "otpauth";
import { pool } from "#lib/storage/database.ts";
import { apiActs } from "./audited-api-acts.ts";
import { operatorActs } from "./audited-operator-acts.ts";
import type { ActTable, Stage } from "./audited-stage.ts";
import { createTestMember, createTestSession } from "./console-client.ts";
import { pngUri } from "./draw-picture.ts";
import { readToken } from "./read-letters.ts";
import { registerSigningKey } from "./register-signing-key.ts";
import { signInOverHttp } from "./sign-in-over-http.ts";
import { createSigningPair } from "./sign-request.ts";

/** Every act that somebody can perform and then read of. */
export const acts: ActTable = {
  "sign_in.succeeded": async ({ auth, email, password }) => {
    await signInOverHttp(auth, { email, password });
    return { by: "owner", after: { method: "password" } };
  },
  "sign_in.failed": async ({ auth, email }) => {
    await signInOverHttp(auth, { email, password: "wrong" });
    return { by: "owner", after: { reason: "wrong_password" } };
  },
  "step_up.succeeded": async ({ password, send }) => {
    const recoveryCodes = await addSecondFactor(send);
    await send("POST", "/step-up", { password, code: recoveryCodes[0] });
    return { by: "owner", after: { method: "password", secondFactor: "recovery_code" } };
  },
  "step_up.failed": async ({ call }) => {
    await call("POST", "/step-up", { body: { password: "wrong" } });
    return { by: "owner", after: { reason: "wrong_password" } };
  },
  "session.ended": async ({ memberId, send }) => {
    await createTestSession(memberId);
    const { sessions } = await send("GET", "/sessions");
    const other = sessions.find(({ current }: { current: boolean }) => !current).id;
    await send("DELETE", `/sessions/${other}`);
    return { by: "owner", target: other, after: { reason: "ended" } };
  },
  "password.changed": async ({ memberId, password, send }) => {
    const change = { currentPassword: password, newPassword: "a long and winding road" };
    await send("PUT", "/password", change);
    return { by: "owner", target: memberId };
  },
  "password.reset_requested": async ({ memberId, email, send }) => {
    await send("POST", "/password-reset", { email });
    return { by: "nobody", target: memberId };
  },
  "password.reset": async ({ memberId, email, send }) => {
    await send("POST", "/password-reset", { email });
    const token = await readToken(email);
    await send("POST", "/password-reset/confirm", { token, password: "a long and winding road" });
    // The reset has ended every session; the reader of the trail is a new one.
    return { by: "owner", target: memberId };
  },
  "email.confirmed": async ({ memberId, email, send }) => {
    await pool().query("UPDATE member SET email_verified_at = NULL WHERE id = $1", [memberId]);
    await send("POST", "/email/confirmation");
    await send("POST", "/email/confirm", { token: await readToken(email) });
    return { by: "owner", target: memberId };
  },
  "email.changed": async ({ memberId, send }) => {
    const { email } = guest();
    await send("POST", "/email", { email });
    await send("POST", "/email/confirm", { token: await readToken(email) });
    return { by: "owner", target: memberId };
  },
  "second_factor.added": async ({ memberId, send }) => {
    await addSecondFactor(send);
    return { by: "owner", target: memberId, after: { method: "totp" } };
  },
  "second_factor.setup_failed": async ({ memberId, call }) => {
    await call("POST", "/second-factor");
    await call("PUT", "/second-factor", { body: { code: "000000" } });
    const after = { method: "totp", reason: "wrong_code" };
    return { by: "owner", target: memberId, after };
  },
  "second_factor.removed": async ({ memberId, send }) => {
    await addSecondFactor(send);
    await send("DELETE", "/second-factor");
    return { by: "owner", target: memberId, before: { method: "totp" } };
  },
  "recovery_code.used": async ({ memberId, password, send }) => {
    const recoveryCodes = await addSecondFactor(send);
    await send("POST", "/step-up", { password, code: recoveryCodes[0] });
    return { by: "owner", target: memberId, after: { left: 9 } };
  },
  "second_factor_requirement.changed": async ({ send }) => {
    await addSecondFactor(send);
    await send("PUT", "/organization/second-factor", { required: true });
    await send("PUT", "/organization/second-factor", { required: false });
    return { by: "owner", before: { required: true }, after: { required: false } };
  },
  "member.joined": async ({ password, send }) => {
    const { invitation } = await send("POST", "/invitations", guest());
    const token = await readToken(invitation.email);
    const { memberId } = await send("POST", "/invitations/accept", { token, password });
    return {
      by: "other",
      target: memberId,
      after: { role: "viewer", invitationId: invitation.id },
    };
  },
  "member.role_changed": async ({ organizationId, send }) => {
    const { memberId } = await createTestMember({ role: "viewer", organizationId });
    await send("PUT", `/members/${memberId}`, { role: "developer" });
    return {
      by: "owner",
      target: memberId,
      before: { role: "viewer" },
      after: { role: "developer" },
    };
  },
  "member.removed": async ({ organizationId, send }) => {
    const { memberId } = await createTestMember({ role: "viewer", organizationId });
    await send("DELETE", `/members/${memberId}`);
    return { by: "owner", target: memberId, before: { role: "viewer" } };
  },
  "invitation.created": async ({ send }) => {
    const { invitation } = await send("POST", "/invitations", guest());
    const { id: target, expiresAt } = invitation;
    return { by: "owner", target, after: { role: "viewer", expiresAt } };
  },
  "invitation.withdrawn": async ({ send }) => {
    const { invitation } = await send("POST", "/invitations", guest());
    await send("DELETE", `/invitations/${invitation.id}`);
    return { by: "owner", target: invitation.id };
  },
  "organization.renamed": async ({ send }) => {
    await send("PUT", "/organization", { name: "Bäckerei" });
    return { by: "owner", before: { name: "Test" }, after: { name: "Bäckerei" } };
  },
  "organization.logo_changed": async ({ send }) => {
    await send("PUT", "/organization/logo", { logo: pngUri() });
    return { by: "owner", before: { logo: false }, after: { logo: true } };
  },
  "refund_limit.changed": async ({ send }) => {
    await send("PUT", "/refund-limits/usd", { amount: 5000 });
    await send("PUT", "/refund-limits/USD", { amount: 750 });
    const [before, after] = [
      { currency: "usd", limit: "50.00" },
      { currency: "usd", limit: "7.50" },
    ];
    return { by: "owner", before, after };
  },
  "shop_name.changed": async ({ send }) => {
    await send("PUT", "/shop-names", { merchantId: "m-1", name: "Corner Bakery" });
    return {
      by: "owner",
      target: "m-1",
      before: { name: null },
      after: { name: "Corner Bakery" },
    };
  },
  "api_key.created": async ({ send }) => {
    const { apiKey } = await send("POST", "/api-keys", { name: "Till", scopes: ["payments:read"] });
    return { by: "owner", target: apiKey.id, after: termsOf(apiKey) };
  },
  "api_key.rolled": async ({ apiKeyId, send }) => {
    const { apiKey, previous } = await send("POST", `/api-keys/${apiKeyId}/roll`, {
      graceSeconds: 3600,
    });
    const before = { ...termsOf(previous), expiresAt: null };
    const after = { ...termsOf(apiKey), successor: apiKey.id, endsAt: previous.expiresAt };
    return { by: "owner", target: apiKeyId, before, after };
  },
  "api_key.revoked": async ({ apiKeyId, send }) => {
    await send("DELETE", `/api-keys/${apiKeyId}`);
    return { by: "owner", target: apiKeyId };
  },
  "signing_key.created": async ({ call }) => {
    const { id: target, name, kid, algorithm } = await addSigningKey(call);
    return { by: "owner", target, after: { name, kid, algorithm } };
  },
  "signing_key.retired": async ({ call, send }) => {
    const { id } = await addSigningKey(call);
    await send("DELETE", `/signing-keys/${id}`);
    return { by: "owner", target: id };
  },
  "signature_requirement.changed": async ({ call, send }) => {
    await addSigningKey(call);
    await send("PUT", "/signature-requirement", { required: true });
    return { by: "owner", before: { required: false }, after: { required: true } };
  },
  "gateway.connected": async ({ send }) => {
    const { connectionId } = await send("PUT", "/gateways/gateway_one", { provider: "sandbox" });
    return { by: "owner", target: connectionId, after: sandbox };
  },
  "gateway.disconnected": async ({ send }) => {
    const { connectionId } = await send("PUT", "/gateways/gateway_one", { provider: "sandbox" });
    await send("DELETE", "/gateways/gateway_one");
    return { by: "owner", target: connectionId, before: sandbox };
  },
  ...apiActs,
  ...operatorActs,
};

const sandbox = { gateway: "gateway_one", provider: "sandbox", account: "sandbox" };

let guests = 0;

function guest() {
  guests += 1;
  return { email: `audited-${guests}@test.example`, role: "viewer" };
}

function termsOf({ name, hint, scopes, allowedAddresses, expiresAt }: Record<string, unknown>) {
  return { name, hint, scopes, allowedAddresses, expiresAt };
}

async function addSecondFactor(send: Stage["send"]): Promise<string[]> {
  const { uri } = await send("POST", "/second-factor");
  const app = URI.parse(uri);
  return (await send("PUT", "/second-factor", { code: app.generate() })).recoveryCodes;
}

async function addSigningKey(call: Stage["call"]) {
  return await registerSigningKey(call, await createSigningPair("ES256"));
}
