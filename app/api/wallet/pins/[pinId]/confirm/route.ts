import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { confirmPinOperation } from "#lib/pins/contract.ts";
import { confirmPin } from "#lib/pins/share.ts";

export const POST = endpoint(confirmPinOperation, async ({ params, body }) =>
  ok(await confirmPin({ pinId: params.pinId, proof: body.proof })),
);
