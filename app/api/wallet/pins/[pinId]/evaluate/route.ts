import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { evaluatePinOperation } from "#lib/pins/contract.ts";
import { evaluatePin } from "#lib/pins/share.ts";

export const POST = endpoint(evaluatePinOperation, async ({ params, body }) =>
  ok(await evaluatePin({ pinId: params.pinId, blinded: body.blinded })),
);
