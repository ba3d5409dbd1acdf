import type {
  getOverviewOperation,
  Overview,
  OverviewRange,
} from "#lib/contract/console-overview.ts";
import type { getSetupOperation, Setup } from "#lib/contract/console-setup.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { callApi } from "./call-api.ts";

export function getOverview(
  { environment, range }: { environment: Environment; range: OverviewRange },
  signal: AbortSignal,
): Promise<Overview> {
  const options = { environment, query: { range }, signal };
  return callApi<typeof getOverviewOperation>("GET", "/api/console/overview", options);
}

export async function listSetupSteps(
  environment: Environment,
  signal: AbortSignal,
): Promise<Setup["steps"]> {
  const path = "/api/console/setup";
  return (await callApi<typeof getSetupOperation>("GET", path, { environment, signal })).steps;
}
