import type { Gateway } from "@sealslip/client";
import { InvalidArgumentError, Option } from "commander";

/** Of the commands that say which provider charges. */
export function gatewayOption(): Option {
  return new Option("--gateway <name>", "which gateway takes the payment")
    .choices(["gateway_one", "gateway_two"] satisfies Gateway[])
    .default("gateway_one" satisfies Gateway);
}

/** Entries in all, not of a page. */
export function limitOption(): Option {
  return new Option("--limit <count>", "entries at most").argParser(readCount).default(20);
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1.");
}

/** In the currency's smallest unit. */
export function readAmount(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is in the smallest unit, without a point: 1250 is €12.50.");
}

/** Seconds between looks. */
export function readInterval(text: string): number {
  const seconds = Number(text);
  if (seconds >= 0.1 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError("It is a number of seconds from 0.1.");
}
