import { actOf } from "#lib/audit/act.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { createId } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { encryptCredentials } from "#lib/gateways/credentials.ts";
import { upsertConnection } from "#lib/gateways/store.ts";
import { keyCallerOf } from "./key-caller.ts";

type Account = { account: string; merchantCategoryCode: string | null };

/** Connects a provider without asking it; returns the id of the connection. */
export async function connectTestGateway(
  tenant: Tenant,
  gateway: GatewayName,
  provider: string,
  credentials: unknown,
  { account = "test", merchantCategoryCode = null }: Partial<Account> = {},
): Promise<string> {
  const connectionId = createId("connection");
  const encrypted = encryptCredentials({ ...tenant, gateway, provider }, credentials);
  await upsertConnection(
    tenant,
    { connectionId, gateway, provider, account, merchantCategoryCode, credentials: encrypted },
    actOf(keyCallerOf(tenant), "gateway.connected"),
  );
  return connectionId;
}
