import { removeConnectionOperation, saveConnectionOperation } from "#lib/contract/gateways.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { serviceUrl } from "#lib/http/service-url.ts";
import { removeGatewayConnection } from "#lib/services/gateways/remove-connection.ts";
import { saveGatewayConnection } from "#lib/services/gateways/save-connection.ts";

export const PUT = endpoint(saveConnectionOperation, async ({ caller, params, body, headers }) => {
  const { connection, isNew } = await saveGatewayConnection({
    caller,
    ...params,
    request: body,
    serviceUrl: serviceUrl(headers),
  });
  return isNew ? created(connection) : ok(connection);
});

export const DELETE = endpoint(removeConnectionOperation, async ({ caller, params }) => {
  await removeGatewayConnection({ caller, ...params });
  return ok({ ...params, removed: true });
});
