import { endpoint } from "#lib/http/endpoint.ts";
import { htmlPage } from "#lib/http/reply.ts";
import { openMailPageOperation } from "#lib/mail/contract.ts";
import { openMail } from "#lib/mail/written-mail.ts";

export const GET = endpoint(openMailPageOperation, async ({ address, headers, params }) => {
  const { html } = await openMail({ visitor: { address, headers }, ...params });
  return htmlPage(html);
});
