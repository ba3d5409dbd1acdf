import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listMailsOperation } from "#lib/mail/contract.ts";
import { listMails } from "#lib/mail/written-mail.ts";

export const GET = endpoint(listMailsOperation, async ({ address, headers }) =>
  ok({ mails: await listMails({ visitor: { address, headers } }) }),
);
