import { removeConnectionOperation, saveConnectionOperation } from "#lib/contract/gateways.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { removeGatewayConnection } from "#lib/services/gateways/remove-connection.ts";
import { saveGatewayConnection } from "#lib/services/gateways/save-connection.ts";

export const PUT = endpoint(saveConnectionOperation, async ({ caller, params, body }) => {
  const { connection, isNew } = await saveGatewayConnection({ caller, ...params, request: body });
  return isNew ? created(connection) : ok(connection);
});

export const DELETE = endpoint(removeConnectionOperation, async ({ caller, params }) => {
  await removeGatewayConnection({ caller, ...params });
  return ok({ ...params, removed: true });
});
