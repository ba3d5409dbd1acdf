import type { EscrowState, getEscrowOperation } from "#lib/contract/console-escrow.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { callApi } from "./call-api.ts";

export function getEscrow(environment: Environment, signal: AbortSignal): Promise<EscrowState> {
  const path = "/api/console/escrow";
  return callApi<typeof getEscrowOperation>("GET", path, { environment, signal });
}
