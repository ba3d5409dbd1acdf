import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { joinVisitOperation } from "#lib/visits/contract.ts";
import { joinVisit } from "#lib/visits/visit.ts";

export const POST = endpoint(joinVisitOperation, async ({ body }) => {
  const { visit, cookie = "" } = await joinVisit(body);
  return { ...ok(visit), headers: { "Set-Cookie": cookie } };
});
