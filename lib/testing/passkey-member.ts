import assert from "node:assert/strict";
import { createConsoleClient, createTestMember, type TestMember } from "./console-client.ts";
import { SoftwarePasskey } from "./software-passkey.ts";
import type { TestService } from "./test-service.ts";

type Service = Pick<TestService, "url">;

/** A member, a client for them, and a passkey that they have added. */
export async function createPasskeyMember(
  service: Service,
  options: Parameters<typeof createTestMember>[0] = {},
) {
  const member = await createTestMember({ role: "viewer", ...options });
  const call = createConsoleClient(service, member, "");
  const { passkey, passkeyId, recoveryCodes } = await addTestPasskey(service, member);
  return { ...member, call, passkey, passkeyId, recoveryCodes };
}

export async function addTestPasskey(service: Service, member: Pick<TestMember, "cookie">) {
  const call = createConsoleClient(service, member, "");
  const passkey = new SoftwarePasskey(service.url);
  const asked = await call("POST", "/passkeys");
  const response = passkey.create(asked.body.data, { count: 1 });
  const added = await call("PUT", "/passkeys", { body: { response } });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const { passkey: listed, recoveryCodes } = added.body.data;
  return { passkey, passkeyId: String(listed.id), recoveryCodes: recoveryCodes as string[] | null };
}
