import { setSignatureRequirementOperation } from "#lib/api-keys/contract.ts";
import { setSignatureRequirement } from "#lib/api-keys/signing-keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const PUT = endpoint(setSignatureRequirementOperation, async ({ caller, body }) =>
  ok(await setSignatureRequirement({ caller, ...body })),
);
