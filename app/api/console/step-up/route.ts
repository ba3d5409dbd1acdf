import { stepUpOperation } from "#lib/accounts/contract-step-up.ts";
import { stepUpByPassword } from "#lib/accounts/step-up.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(stepUpOperation, async ({ caller, address, body }) =>
  ok(await stepUpByPassword({ caller, address, proof: body })),
);
