import assert from "node:assert/strict";
import type { ConsoleClient } from "./console-client.ts";
import type { TestPair } from "./device-keys.ts";
import type { TestService } from "./test-service.ts";
import { callAsPage } from "./visit-client.ts";

export type TestPairing = { pairingId: string; userCode: string };

/** Calls as the wallet in a member's browser, in the development environment. */
export function createWalletClient(service: Pick<TestService, "url">, member: { cookie: string }) {
  return (method: string, path: string, body?: unknown) => {
    // Read by each call: a fixture is filled later.
    const headers = { Cookie: member.cookie, "X-Session": "wallet" };
    return callAsPage(service, method, `/wallet${path}`, { headers, ...(body ? { body } : {}) });
  };
}

export type WalletClient = ReturnType<typeof createWalletClient>;

/** A new phone that shows a code. */
export async function showCode(
  wallet: WalletClient,
  { publicKey }: Pick<TestPair, "publicKey">,
): Promise<TestPairing> {
  const { status, body } = await wallet("POST", "/pairings", { publicKey });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

type Replacement = { userCode: string; keyId: string; lostKeyIds: readonly string[] };

export async function replacePhone(call: ConsoleClient, userId: string, body: Replacement) {
  return await call("POST", `/cardholders/${userId}/lost-phone`, { body });
}
