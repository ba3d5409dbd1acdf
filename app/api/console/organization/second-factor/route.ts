import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { requireSecondFactorOperation } from "#lib/organizations/contract.ts";
import { changeSecondFactorRequirement } from "#lib/organizations/organization.ts";

export const PUT = endpoint(requireSecondFactorOperation, async ({ caller, body }) =>
  ok(await changeSecondFactorRequirement({ caller, ...body })),
);
