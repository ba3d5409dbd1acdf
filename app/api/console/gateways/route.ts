import { listConnections } from "#lib/gateways/connections.ts";
import { listConnectionsOperation } from "#lib/gateways/contract.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(listConnectionsOperation, async ({ caller }) =>
  ok({ connections: await listConnections({ caller }) }),
);
