import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type {
  getIssuerOverviewOperation,
  IssuerOverview,
  OverviewRange,
} from "#lib/reports/contract.ts";

export function getIssuerOverview(
  { environment, range }: { environment: Environment; range: OverviewRange },
  signal: AbortSignal,
): Promise<IssuerOverview> {
  const path = "/api/console/issuer-overview";
  const query = { range };
  return callApi<typeof getIssuerOverviewOperation>("GET", path, { environment, query, signal });
}
