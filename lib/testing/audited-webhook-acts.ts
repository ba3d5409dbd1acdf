import type { ActTable, Stage } from "./audited-stage.ts";

const url = "https://hooks.example/receipts?token=secret";
const settings = { origin: "https://hooks.example", types: [], description: "" };

/** What is done with the endpoints of webhooks. The address of a test is one that refuses connections. */
export const webhookActs: ActTable = {
  "webhook_endpoint.created": async ({ api }) => {
    return { by: "key", target: await addEndpoint({ api }), after: settings };
  },
  "webhook_endpoint.changed": async ({ api }) => {
    const endpointId = await addEndpoint({ api });
    await change({ api }, endpointId, { description: "Tills" });
    const after = { ...settings, description: "Tills" };
    return { by: "key", target: endpointId, before: settings, after };
  },
  "webhook_endpoint.disabled": async ({ api }) => {
    const endpointId = await addEndpoint({ api });
    await change({ api }, endpointId, { status: "disabled" });
    return { by: "key", target: endpointId };
  },
  "webhook_endpoint.enabled": async ({ api }) => {
    const endpointId = await addEndpoint({ api });
    await change({ api }, endpointId, { status: "disabled" });
    await change({ api }, endpointId, { status: "enabled" });
    return { by: "key", target: endpointId, before: { disabledReason: "requested" } };
  },
  "webhook_endpoint.secret_rotated": async ({ api }) => {
    const params = { endpointId: await addEndpoint({ api }) };
    const path = "POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret";
    const { previousSecretUntil } = await api.call(path, { params });
    return { by: "key", target: params.endpointId, after: { previousSecretUntil } };
  },
  "webhook_endpoint.tested": async ({ api }) => {
    const params = { endpointId: await addEndpoint({ api }, "http://127.0.0.1:1/") };
    await api.call("POST /api/v1/webhook-endpoints/{endpointId}/test", { params });
    return { by: "key", target: params.endpointId };
  },
  "webhook_endpoint.deleted": async ({ api }) => {
    const params = { endpointId: await addEndpoint({ api }) };
    await api.call("DELETE /api/v1/webhook-endpoints/{endpointId}", { params });
    return { by: "key", target: params.endpointId, before: settings };
  },
  "webhook_events.resent": async ({ api }) => {
    const params = { endpointId: await addEndpoint({ api }) };
    const since = "2026-11-20T00:00:00.000Z";
    const path = "POST /api/v1/webhook-endpoints/{endpointId}/resend";
    const { resendingSince } = await api.call(path, { params, body: { since } });
    // From the creation of the endpoint on.
    return { by: "key", target: params.endpointId, after: { since: resendingSince } };
  },
};

type Caller = Pick<Stage, "api">;

async function addEndpoint({ api }: Caller, to = url): Promise<string> {
  const { endpointId } = await api.call("POST /api/v1/webhook-endpoints", { body: { url: to } });
  return endpointId;
}

async function change(
  { api }: Caller,
  endpointId: string,
  body: { description?: string; status?: "enabled" | "disabled" },
): Promise<void> {
  const path = "PATCH /api/v1/webhook-endpoints/{endpointId}";
  await api.call(path, { params: { endpointId }, body });
}
