import { replacePhoneOperation } from "#lib/cardholders/contract-pairings.ts";
import { replacePhone } from "#lib/cardholders/replace-phone.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(replacePhoneOperation, async ({ caller, params, body }) =>
  ok(await replacePhone({ caller, ...params, replacement: body })),
);
