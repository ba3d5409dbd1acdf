import { listConnectionsOperation } from "#lib/contract/gateways.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { serviceUrl } from "#lib/http/service-url.ts";
import { listGatewayConnections } from "#lib/services/gateways/list-connections.ts";

export const GET = endpoint(listConnectionsOperation, async ({ caller, headers }) =>
  ok({
    connections: await listGatewayConnections({ caller, serviceUrl: serviceUrl(headers) }),
  }),
);
