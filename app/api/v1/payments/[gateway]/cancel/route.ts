import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { cancelByReference } from "#lib/payments/cancel-by-reference.ts";
import { cancelByReferenceOperation } from "#lib/payments/contract-cancel.ts";

export const POST = endpoint(cancelByReferenceOperation, async ({ caller, params, body }) =>
  ok(await cancelByReference({ caller, gateway: params.gateway, request: body })),
);
