import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { EscrowStateJson, getEscrowOperation } from "#lib/escrow/contract.ts";

export function getEscrow(environment: Environment, signal: AbortSignal): Promise<EscrowStateJson> {
  const path = "/api/console/escrow";
  return callApi<typeof getEscrowOperation>("GET", path, { environment, signal });
}
