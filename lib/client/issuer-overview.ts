import type { OverviewRange } from "#lib/contract/console-overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { getIssuerOverviewOperation, IssuerOverview } from "#lib/contract/issuer-overview.ts";
import { callApi } from "./call-api.ts";

export function getIssuerOverview(
  { environment, range }: { environment: Environment; range: OverviewRange },
  signal: AbortSignal,
): Promise<IssuerOverview> {
  const path = "/api/console/issuer-overview";
  const query = { range };
  return callApi<typeof getIssuerOverviewOperation>("GET", path, { environment, query, signal });
}
