import { removeConnection } from "#lib/gateways/connections.ts";
import { removeConnectionOperation, saveConnectionOperation } from "#lib/gateways/contract.ts";
import { saveConnection } from "#lib/gateways/save-connection.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const PUT = endpoint(saveConnectionOperation, async ({ caller, params, body }) => {
  const { connection, isNew } = await saveConnection({ caller, ...params, request: body });
  return isNew ? created(connection) : ok(connection);
});

export const DELETE = endpoint(removeConnectionOperation, async ({ caller, params }) => {
  await removeConnection({ caller, ...params });
  return ok({ ...params, removed: true });
});
