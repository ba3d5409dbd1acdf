import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import {
  LISTED_ENDPOINTS,
  listAllEndpoints,
  type OperatedEndpoint,
  pauseEndpoint,
  resumeEndpoint,
} from "#lib/webhooks/operate.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, describeSpan, toDay } from "./text.ts";

const endpointId = z
  .string({ error: "the endpoint id is missing" })
  .refine((text) => isId("webhookEndpoint", text), "the endpoint id is not one: whe_…");
const reason = z
  .string({ error: "is missing" })
  .trim()
  .min(1, "is empty")
  .max(256, "has more than 256 characters");

export const subject: Subject = {
  commands: {
    list: defineCommand({
      takes: "[--after <endpoint id>]",
      does: `${LISTED_ENDPOINTS} webhook endpoints, the oldest first, or those after one:\ntheir status, and what waits for them`,
      options: { after: endpointId.optional() },
      run: async ({ after }) => {
        const result = await listAllEndpoints(after);
        const now = new Date();
        const lines = result.map((endpoint) => describeEndpoint(endpoint, now));
        const last = result.length === LISTED_ENDPOINTS ? result.at(-1)?.endpointId : undefined;
        if (last) lines.push(`There may be more: webhooks list --after ${last}`);
        return { result, text: lines.join("\n\n") || "There is no webhook endpoint" };
      },
    }),
    pause: defineCommand({
      takes: "<endpoint id> --reason <text>",
      does: "stop sending to an endpoint; its organization cannot enable it,\nand reads the reason in its audit trail",
      words: { endpointId },
      options: { reason },
      run: async (pause) => {
        const result = await pauseEndpoint(pause);
        return { result, text: describeEndpoint(result, new Date()) };
      },
    }),
    resume: defineCommand({
      takes: "<endpoint id>",
      does: "go on with the event at which it was paused; all that came\nmeanwhile is sent",
      words: { endpointId },
      run: async (endpoint) => {
        const result = await resumeEndpoint(endpoint);
        return { result, text: describeEndpoint(result, new Date()) };
      },
    }),
  },
  byDefault: "list",
  notes:
    "Events are kept for 30 days: older ones are not sent after a pause. Calls that are under\nway at a pause end within 15 seconds.",
};

const reasons: Record<NonNullable<OperatedEndpoint["disabledReason"]>, string> = {
  requested: "by its organization",
  gone: "it answered 410",
  failing: "it did nothing but fail for five days",
  paused: "paused by the operator",
};

function describeEndpoint(endpoint: OperatedEndpoint, now: Date): string {
  return [
    `${endpoint.endpointId}  ${endpoint.host}`,
    `  ${endpoint.organizationId}, ${endpoint.environment}, since ${toDay(endpoint.createdAt)}`,
    `  ${describeStatus(endpoint, now)}`,
    `  ${describeWaiting(endpoint)}`,
  ].join("\n");
}

function describeStatus(endpoint: OperatedEndpoint, now: Date): string {
  const { disabledReason, disabledAt, failingSince } = endpoint;
  if (disabledReason !== null) {
    const since = disabledAt === null ? "" : ` for ${describeSpan(disabledAt, now)}`;
    return `disabled${since}: ${reasons[disabledReason]}`;
  }
  return failingSince === null ? "enabled" : `failing for ${describeSpan(failingSince, now)}`;
}

function describeWaiting({ waitingEvents, hasMoreEvents, waitingDeliveries }: OperatedEndpoint) {
  const events = `${hasMoreEvents ? "at least " : ""}${count(waitingEvents, "event")}`;
  return `${events} to be sent, ${count(waitingDeliveries, "delivery", "deliveries")} to be tried again`;
}
