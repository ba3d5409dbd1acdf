import type { Schemas } from "@sealslip/client";
import { Option } from "commander";
import { eventTypes } from "../../../lib/core/vocabulary.ts";
import { color, printable } from "./text.ts";

type Event = Schemas["Event"];

export function typeOption(): Option {
  return new Option("--type <type>", "only events of this type").choices(eventTypes);
}

/** The id of what the event is about. */
export function describeSubject({ data }: Event): string {
  const { disputeId, refundId, paymentId, userId }: Record<string, unknown> = { ...data };
  const ids = [disputeId, refundId, paymentId, userId];
  return ids.find((id) => typeof id === "string") ?? "";
}

/** One line of a stream. */
export function describeEvent(event: Event): string {
  const { createdAt, type, eventId } = event;
  return `${color("dim", createdAt)}  ${type.padEnd(29)}  ${printable(describeSubject(event))}  ${color("dim", eventId)}`;
}
