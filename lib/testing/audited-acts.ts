import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { URI } from "otpauth";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import type { AuditAction } from "#lib/core/audit.ts";
import {
  approveOrganization,
  changeTier,
  suspendOrganization,
} from "#lib/organizations/operate.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, grant, paymentBody, registerCardholder } from "./api-client.ts";
import type { AuthServer } from "./auth-server.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "./console-client.ts";
import { pngUri } from "./draw-picture.ts";
import { requestErasure } from "./request-erasure.ts";
import { createSealedPayment } from "./sealed-payment.ts";
import { signInOverHttp } from "./sign-in-over-http.ts";
import { createTestKey, type TestService } from "./test-service.ts";

const password = "correct horse battery staple";

type Services = { service: TestService; auth: AuthServer };

/** An organization that is both merchant and issuer, with its owner and a key. */
export async function createStage({ service, auth }: Services) {
  const owner = await createTestMember({
    role: "owner",
    passwordHash: await hashPassword(password),
  });
  const { organizationId } = owner;
  const key = await createTestKey({ organizationId });
  const { rows } = await pool().query<{ id: string }>(
    "SELECT id FROM api_key WHERE organization_id = $1",
    [organizationId],
  );
  const api = createApiClient(service, key);
  const call = createConsoleClient(service, owner);
  return {
    ...owner,
    password,
    service,
    auth,
    key,
    apiKeyId: rows[0]?.id ?? "",
    api,
    send: sender(call),
    call,
  };
}

export type Stage = Awaited<ReturnType<typeof createStage>>;

/** Calls that are to succeed. */
export function sender(call: ConsoleClient) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, { body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
}

type Expected = {
  by: "owner" | "key" | "operator" | "other";
  target?: string | undefined;
  before?: object | null;
  after?: object | null;
};

/** Performs the act, and says what the newest entry of this kind must hold. */
type Act = (stage: Stage) => Promise<Expected>;

const ec = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
const signingKey = () => ({
  name: "Till 1",
  publicKey: ec().export({ format: "pem", type: "spki" }),
});

export const acts: Partial<Record<AuditAction, Act>> = {
  "sign_in.succeeded": async ({ auth, email }) => {
    await signInOverHttp(auth, { email, password });
    return { by: "owner", after: { method: "password" } };
  },
  "sign_in.failed": async ({ auth, email }) => {
    await signInOverHttp(auth, { email, password: "wrong" });
    return { by: "owner", after: { reason: "wrong_password" } };
  },
  "session.ended": async ({ memberId, send }) => {
    await createTestSession(memberId);
    const { sessions } = await send("GET", "/sessions");
    const other = sessions.find(({ current }: { current: boolean }) => !current).id;
    await send("DELETE", `/sessions/${other}`);
    return { by: "owner", target: other, after: { reason: "ended" } };
  },
  "password.changed": async ({ memberId, send }) => {
    const change = { currentPassword: password, newPassword: "a long and winding road" };
    await send("PUT", "/password", change);
    return { by: "owner", target: memberId };
  },
  "second_factor.added": async ({ memberId, send }) => {
    await addSecondFactor(send);
    return { by: "owner", target: memberId, after: { method: "totp" } };
  },
  "second_factor.removed": async ({ memberId, send }) => {
    await addSecondFactor(send);
    await send("DELETE", "/second-factor", { password });
    return { by: "owner", target: memberId, before: { method: "totp" } };
  },
  "member.joined": async ({ send }) => {
    const { invitation, link } = await send("POST", "/invitations", guest());
    const token = new URL(link).hash.slice(1);
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
  "organization.approved": async ({ organizationId }) => {
    await suspendOrganization({ organizationId, environments: ["staging"] });
    await approveOrganization({ organizationId, environments: ["staging"] });
    const tier = "enterprise";
    const before = { tier, approvedEnvironments: ["production", "development"] };
    const after = { tier, approvedEnvironments: ["production", "staging", "development"] };
    return { by: "operator", target: organizationId, before, after };
  },
  "organization.suspended": async ({ organizationId }) => {
    await suspendOrganization({ organizationId, environments: ["production"] });
    const tier = "enterprise";
    const before = { tier, approvedEnvironments: ["production", "staging", "development"] };
    const after = { tier, approvedEnvironments: ["staging", "development"] };
    return { by: "operator", target: organizationId, before, after };
  },
  "organization.tier_changed": async ({ organizationId }) => {
    await changeTier({ organizationId, tier: "premium" });
    const approvedEnvironments = ["production", "staging", "development"];
    const before = { tier: "enterprise", approvedEnvironments };
    const after = { tier: "premium", approvedEnvironments };
    return { by: "operator", target: organizationId, before, after };
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
  "signing_key.created": async ({ send }) => {
    const { id: target, name, kid, algorithm } = await send("POST", "/signing-keys", signingKey());
    return { by: "owner", target, after: { name, kid, algorithm } };
  },
  "signing_key.retired": async ({ send }) => {
    const { id } = await send("POST", "/signing-keys", signingKey());
    await send("DELETE", `/signing-keys/${id}`);
    return { by: "owner", target: id };
  },
  "signature_requirement.changed": async ({ send }) => {
    await send("POST", "/signing-keys", signingKey());
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
  "cardholder.registered": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    return { by: "key", target: userId, after: { deliveredReceipts: 0 } };
  },
  "cardholder.key_rotated": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    const { keyId, publicKey } = await api.call("POST /api/v1/onboarding/generate-keys");
    await api.call("POST /api/v1/keys/rotate", { body: { userId, keyId, publicKey } });
    return { by: "key", target: userId };
  },
  "cardholder.erased": async ({ service, api, key }) => {
    const holder = await registerCardholder(api);
    await createSealedPayment(api, holder);
    await requestErasure(service, holder.userId, key);
    return { by: "key", target: holder.userId, after: { erasedReceipts: 1 } };
  },
  "receipt.access_granted": async ({ api }) => {
    const holder = await registerCardholder(api);
    await grant(api, holder, { consentMethod: "pin" });
    return { by: "key", target: holder.userId, after: { consent: "pin" } };
  },
  "receipt.opened": async ({ api }) => {
    const holder = await registerCardholder(api);
    const paymentId = await createSealedPayment(api, holder);
    const tokenId = await grant(api, holder);
    await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
    return { by: "key", target: paymentId };
  },
  "payment.cancel_requested": async ({ api }) => {
    const paymentId = await pay(api);
    const params = { gateway: "gateway_one", paymentId } as const;
    await api.call("POST /api/v1/payments/{gateway}/{paymentId}/cancel", { params });
    return { by: "key", target: paymentId, before: { paymentStatus: "succeeded" } };
  },
  "payment.refund_requested": async ({ api }) => {
    const paymentId = await pay(api);
    const body = {
      refundReference: "return",
      receiptId: "credit",
      transactionId: "return",
      amount: 50,
    };
    const answer = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
      body: { ...body, transactionDate: "2026-11-22T10:00:00Z", merchantName: "Bakery" },
    });
    const { refundId } = answer.body.data;
    return { by: "key", target: paymentId, after: { refundId, amount: 50, currency: "usd" } };
  },
  "request.refused": async ({ organizationId, api }) => {
    const key = await createTestKey({ organizationId, scopes: ["payments:read"] });
    const refused = await api.post("/onboarding/generate-keys", { key });
    assert.equal(refused.status, 403);
    const target = "POST /api/v1/onboarding/generate-keys";
    return { by: "other", target, after: { reason: "This API key lacks the required scope" } };
  },
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

async function addSecondFactor(send: Stage["send"]) {
  const { uri } = await send("POST", "/second-factor");
  const app = URI.parse(uri);
  await send("PUT", "/second-factor", { code: app.generate() });
}

async function pay(api: Stage["api"]): Promise<string> {
  const params = { gateway: "gateway_one" } as const;
  const body = paymentBody();
  const path = "POST /api/v1/payments/{gateway}/create";
  return (await api.call(path, { params, body })).paymentId;
}
