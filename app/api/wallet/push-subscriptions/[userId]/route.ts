import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { subscribeOperation, unsubscribeOperation } from "#lib/push/contract.ts";
import { subscribe, unsubscribe } from "#lib/push/subscribe.ts";

export const PUT = endpoint(subscribeOperation, async ({ caller, params, body }) =>
  ok(await subscribe({ caller, userId: params.userId, target: body })),
);

export const DELETE = endpoint(unsubscribeOperation, async ({ caller, params, body }) =>
  ok(await unsubscribe({ caller, userId: params.userId, endpoint: body.endpoint })),
);
