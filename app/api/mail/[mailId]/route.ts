import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { openMailOperation } from "#lib/mail/contract.ts";
import { openMail } from "#lib/mail/written-mail.ts";

export const GET = endpoint(openMailOperation, async ({ address, headers, params }) =>
  ok(await openMail({ visitor: { address, headers }, ...params })),
);
