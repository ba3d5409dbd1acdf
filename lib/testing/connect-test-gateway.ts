import type { Tenant } from "#lib/auth/caller.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { encryptCredentials } from "#lib/gateways/connection-credentials.ts";
import { createId } from "#lib/ids/create-id.ts";
import { saveConnection } from "#lib/storage/gateway-connections.ts";

/** Connects a provider without asking it; returns the id of the connection. */
export async function connectTestGateway(
  tenant: Tenant,
  gateway: GatewayName,
  provider: string,
  credentials: unknown,
): Promise<string> {
  const id = createId("connection");
  const encrypted = encryptCredentials({ ...tenant, gateway, provider }, credentials);
  await saveConnection(tenant, {
    id,
    gateway,
    provider,
    account: "test",
    credentials: encrypted,
  });
  return id;
}
