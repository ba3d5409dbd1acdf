import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { createPinOperation } from "#lib/pins/contract.ts";
import { createPin } from "#lib/pins/share.ts";

export const POST = endpoint(createPinOperation, async ({ body, address }) =>
  created(await createPin({ blinded: body.blinded, address })),
);
