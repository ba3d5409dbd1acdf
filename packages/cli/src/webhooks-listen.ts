import type { Query, Schemas } from "@sealslip/client";
import { type Command, Option } from "commander";
import { isLoopback } from "../../../lib/core/loopback.ts";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import { type Context, readContext } from "./context.ts";
import { describeEvent, typeOption } from "./describe-event.ts";
import { followEvents, type Place } from "./follow-events.ts";
import { type ForwardAttempt, forwardEvent } from "./forward-event.ts";
import {
  createSecret,
  isOf,
  type ListenState,
  lockListening,
  readListenState,
  writeListenState,
} from "./listen-state.ts";
import { readInterval } from "./options.ts";
import { readServiceTime } from "./service-time.ts";
import { color } from "./text.ts";

type Options = {
  forwardTo: string;
  type?: NonNullable<Query<"listEvents">["type"]>;
  after?: string;
  fromNow?: boolean;
  fromStart?: boolean;
  skipRefused?: boolean;
  allowRemote?: boolean;
  interval: number;
};

export function addWebhooksListen(webhooks: Command): void {
  webhooks
    .command("listen")
    .summary("forward events to a receiver on this machine")
    .description(
      "Forwards events as signed deliveries to a receiver on this machine, in order. It remembers how far it came, per profile: after a restart it goes on there.",
    )
    .requiredOption("--forward-to <url>", "the receiver, such as http://localhost:4000/webhooks")
    .addOption(typeOption())
    .addOption(
      new Option("--after <cursor>", "go on after this eventId or cursor").conflicts([
        "fromNow",
        "fromStart",
      ]),
    )
    .addOption(
      new Option("--from-now", "go on with what happens from now on").conflicts("fromStart"),
    )
    .option("--from-start", "go on with the oldest event that is kept")
    .option("--skip-refused", "go on with the next event when the receiver keeps refusing one")
    .option("--allow-remote", "allow a receiver on another machine, which then sees your events")
    .option("--interval <seconds>", "how often to look", readInterval, 2)
    .addHelpText(
      "after",
      "\nExample:\n  $ sealslip webhooks listen --forward-to http://localhost:4000/webhooks/sealslip",
    )
    .action(async (options: Options, command: Command) => {
      const url = readReceiver(options);
      const context = await readContext(command);
      await using _lock = await lockListening(context);
      const state = await prepare(context, options);
      announce(context, url, state);
      await forwardAll(context, { ...options, url }, state);
    });
}

function readReceiver({ forwardTo, allowRemote = false }: Options): string {
  const url = URL.canParse(forwardTo) ? new URL(forwardTo) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError("--forward-to takes an http address");
  if (allowRemote || isLoopback(url.hostname)) return url.href;
  throw usageError(
    "--forward-to is not on this machine",
    "Add --allow-remote if that machine may see your events.",
  );
}

async function prepare(context: Context, options: Options): Promise<ListenState> {
  const { baseUrl, environment, signal } = context;
  const stored = await readListenState(context);
  const secret = stored?.secret ?? createSecret();
  const chosen = choosePlace(options);
  if (stored && !chosen && !options.fromNow) {
    if (isOf(stored, context)) return stored;
    throw usageError(
      `The place of this profile is of ${stored.baseUrl} in ${stored.environment}`,
      "Choose another --profile, or start over with --from-now.",
    );
  }
  const place = chosen ?? { from: (await readServiceTime(baseUrl, signal)).toISOString() };
  const state = { baseUrl, environment, secret, place };
  await writeListenState(context, state);
  return state;
}

/** Undefined for the stored place, or for now. */
function choosePlace({ after, fromStart }: Options): Place | undefined {
  if (after !== undefined) return { after };
  return fromStart ? {} : undefined;
}

function announce({ out, baseUrl, environment }: Context, url: string, state: ListenState): void {
  const { secret, place } = state;
  const text = [
    `Forwarding events of ${baseUrl} (${environment}) to ${url}`,
    `Secret for verifying: ${color("bold", secret)}`,
  ].join("\n");
  out.line({ state: "listening", forwardTo: url, environment, secret, place }, text);
}

async function forwardAll(
  context: Context,
  { url, type, interval, skipRefused = false }: Options & { url: string },
  state: ListenState,
): Promise<void> {
  const { client, out, signal } = context;
  const follow = { client, place: state.place, type, intervalMs: interval * 1000, signal };
  let saved = state.place;
  const save = async (place: Place) => {
    // Without events, most looks find the same place.
    if (JSON.stringify(place) === JSON.stringify(saved)) return;
    await writeListenState(context, { ...state, place });
    saved = place;
  };
  for await (const { events, place } of followEvents({ ...follow, onTrouble: out.progress })) {
    for (const event of events) {
      const onAttempt = (attempt: ForwardAttempt) => show(context, event, attempt);
      const forward = { url, secret: state.secret, event, signal, onAttempt };
      if (!(await forwardEvent(forward)) && !skipRefused) throw refused(event);
      // Only now: after a crash, the event comes again rather than not at all.
      await save({ after: event.eventId });
    }
    await save(place);
  }
}

function show({ out }: Context, event: Schemas["Event"], attempt: ForwardAttempt): void {
  const { outcome, milliseconds, waitMs } = attempt;
  const { eventId, type } = event;
  const isGood = typeof outcome === "number" && outcome >= 200 && outcome < 300;
  const next = waitMs === undefined ? "" : `, again in ${waitMs / 1000} s`;
  const result = color(isGood ? "green" : "red", `${outcome}${next}`);
  out.line(
    { state: isGood ? "delivered" : "refused", eventId, type, ...attempt },
    `${describeEvent(event)}  ${result}  ${Math.round(milliseconds)} ms`,
  );
}

function refused({ eventId, type }: Schemas["Event"]): CliError {
  return new CliError(
    exitCodes.refused,
    `The receiver keeps refusing ${eventId} (${type})`,
    "Mend the receiver and start again: it goes on with this event. --skip-refused goes on with the next.",
  );
}
