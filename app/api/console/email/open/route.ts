import { openConfirmationOperation } from "#lib/accounts/contract-email.ts";
import { openConfirmation } from "#lib/accounts/email.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(openConfirmationOperation, async ({ caller, body }) =>
  ok(await openConfirmation({ caller, ...body })),
);
