import assert from "node:assert/strict";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import type { AuditAction } from "#lib/core/audit.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient } from "./api-client.ts";
import type { AuthServer } from "./auth-server.ts";
import { type ConsoleClient, createConsoleClient, createTestMember } from "./console-client.ts";
import { createTestKey, createTestOrganization, type TestService } from "./test-service.ts";

/** In the order of the environments. */
export const outsideProduction = ["staging", "development"] as const;

const password = "seven lanterns over the quay";

type Services = { service: TestService; auth: AuthServer };

/**
 * An organization that is both merchant and issuer, with its owner and a key. It may not act in
 * production, so that its owner signs in with the password alone.
 */
export async function createStage({ service, auth }: Services) {
  const owner = await createTestMember({
    role: "owner",
    secondFactor: false,
    organizationId: await createTestOrganization("enterprise", "platform", outsideProduction),
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
  by: "owner" | "key" | "operator" | "nobody" | "other";
  target?: string | undefined;
  before?: object | null;
  after?: object | null;
};

/** Performs the act, and says what the newest entry of this kind must hold. */
type Act = (stage: Stage) => Promise<Expected>;

export type ActTable = Partial<Record<AuditAction, Act>>;
