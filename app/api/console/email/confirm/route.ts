import { confirmEmailOperation } from "#lib/accounts/contract-email.ts";
import { confirmEmail } from "#lib/accounts/email.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(confirmEmailOperation, async ({ caller, body }) =>
  ok(await confirmEmail({ caller, ...body })),
);
