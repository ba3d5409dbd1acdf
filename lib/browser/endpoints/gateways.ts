import { callApi } from "#lib/browser/api.ts";
import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type {
  ConnectionJson,
  ConnectionRequest,
  ConnectionTest,
  listConnectionsOperation,
  removeConnectionOperation,
  saveConnectionOperation,
  testConnectionOperation,
} from "#lib/gateways/contract.ts";

type Place = { environment: Environment; gateway: GatewayName };

const one = "/api/console/gateways/{gateway}";

export async function listConnections(
  environment: Environment,
  signal: AbortSignal,
): Promise<ConnectionJson[]> {
  const path = "/api/console/gateways";
  return (await callApi<typeof listConnectionsOperation>("GET", path, { environment, signal }))
    .connections;
}

export function saveConnection(
  { environment, gateway }: Place,
  body: ConnectionRequest,
): Promise<ConnectionJson> {
  const params = { gateway };
  return callApi<typeof saveConnectionOperation>("PUT", one, { environment, params, body });
}

export async function removeConnection({ environment, gateway }: Place): Promise<void> {
  const params = { gateway };
  await callApi<typeof removeConnectionOperation>("DELETE", one, { environment, params });
}

export function testConnection({ environment, gateway }: Place): Promise<ConnectionTest> {
  const params = { gateway };
  return callApi<typeof testConnectionOperation>("POST", `${one}/test`, { environment, params });
}
