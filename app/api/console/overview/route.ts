import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getOverviewOperation } from "#lib/reports/contract.ts";
import { getOverview } from "#lib/reports/overview.ts";

export const GET = endpoint(getOverviewOperation, async ({ caller, query }) =>
  ok(await getOverview({ caller, ...query })),
);
