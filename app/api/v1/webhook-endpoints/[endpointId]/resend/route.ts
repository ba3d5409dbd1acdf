import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { resendSinceOperation } from "#lib/webhooks/contract-deliveries.ts";
import { resendSince } from "#lib/webhooks/resend.ts";

export const POST = endpoint(resendSinceOperation, async ({ caller, params, body }) =>
  ok(await resendSince({ caller, ...params, ...body })),
);
