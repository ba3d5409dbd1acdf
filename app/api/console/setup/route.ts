import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getSetupOperation } from "#lib/reports/contract.ts";
import { getSetup } from "#lib/reports/overview.ts";

export const GET = endpoint(getSetupOperation, async ({ caller }) =>
  ok(await getSetup({ caller })),
);
