import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type {
  getOverviewOperation,
  getSetupOperation,
  Overview,
  OverviewRange,
  Setup,
} from "#lib/reports/contract.ts";

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
