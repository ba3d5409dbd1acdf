import { openResetOperation } from "#lib/accounts/contract-reset.ts";
import { openPasswordReset } from "#lib/accounts/reset-password.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(openResetOperation, async ({ body }) =>
  ok(await openPasswordReset(body)),
);
