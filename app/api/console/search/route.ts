import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { searchOperation } from "#lib/search/contract.ts";
import { search } from "#lib/search/search.ts";

export const GET = endpoint(searchOperation, async ({ caller, query }) =>
  ok({ found: await search({ caller, text: query.text }) }),
);
