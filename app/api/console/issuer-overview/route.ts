import { getIssuerOverviewOperation } from "#lib/contract/issuer-overview.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getIssuerOverview } from "#lib/services/console/get-issuer-overview.ts";

export const GET = endpoint(getIssuerOverviewOperation, async ({ caller, query }) =>
  ok(await getIssuerOverview({ caller, ...query })),
);
