import { getSetupOperation } from "#lib/contract/console-setup.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getSetup } from "#lib/services/console/get-setup.ts";

export const GET = endpoint(getSetupOperation, async ({ caller }) =>
  ok(await getSetup({ caller })),
);
