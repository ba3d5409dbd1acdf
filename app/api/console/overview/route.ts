import { getOverviewOperation } from "#lib/contract/console-overview.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getOverview } from "#lib/services/console/get-overview.ts";

export const GET = endpoint(getOverviewOperation, async ({ caller, query }) =>
  ok(await getOverview({ caller, ...query })),
);
