import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getIssuerOverviewOperation } from "#lib/reports/contract.ts";
import { getIssuerOverview } from "#lib/reports/issuer-overview.ts";

export const GET = endpoint(getIssuerOverviewOperation, async ({ caller, query }) =>
  ok(await getIssuerOverview({ caller, ...query })),
);
