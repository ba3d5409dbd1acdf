import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { createHandoverOperation } from "#lib/visits/contract.ts";
import { createHandover } from "#lib/visits/visit.ts";

export const POST = endpoint(createHandoverOperation, async ({ caller }) =>
  created(await createHandover(caller)),
);
