import type { Query, Schemas } from "@sealslip/client";
import { type Command, Option } from "commander";
import { isLoopback } from "../../../lib/core/loopback.ts";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import { type Context, readContext } from "./context.ts";
import { describeEvent, typeOption } from "./describe-event.ts";
import { followEvents, outwait, type Place } from "./follow-events.ts";
import { type ForwardAttempt, forwardEvent } from "./forward-event.ts";
import {
  createSecret,
  lockListening,
  type Owner,
  readListenState,
  writeListenState,
} from "./listen-state.ts";
import { readInterval } from "./options.ts";
import { readServiceTime } from "./service-time.ts";
import { color, printable } from "./text.ts";

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
      "Forwards events as signed deliveries to a receiver on this machine, in order. It begins with what happens from now on, and remembers how far it came: after a restart it goes on there. Each profile, organization, environment, and --type has its own place.",
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
      const source = await findSource(context, options);
      await using _lock = await lockListening(source.owner);
      const listening = await prepare(context, options, source);
      announce(context, url, listening);
      await forwardAll(context, { ...options, url }, listening);
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

type Source = {
  owner: Owner;
  organization: string;
  /** Which of the owner's events the key and the filter show: a place in one selection skips events of another. */
  selection: string;
};

type Listening = Source & { secret: string; place: Place };

/** Waits while the service is away. */
async function findSource(context: Context, { type }: Options): Promise<Source> {
  const { client, out, signal, profile, baseUrl, environment } = context;
  const { organization, scopes } = await outwait({ signal, onTrouble: out.progress }, () =>
    client.caller.get({ signal, maxAttempts: 1 }),
  );
  const { organizationId, name } = organization;
  const readable = ["payments:read", "receipts:read"].filter((read) =>
    scopes.some((scope) => scope === read),
  );
  return {
    owner: { profile, baseUrl, environment, organizationId },
    organization: name,
    selection: [type ?? "all", ...readable].join(" "),
  };
}

async function prepare(context: Context, options: Options, source: Source): Promise<Listening> {
  const { baseUrl, signal } = context;
  const stored = await readListenState(source.owner);
  const secret = stored?.secret ?? createSecret();
  const known = options.fromNow ? undefined : stored?.places[source.selection];
  const place = choosePlace(options) ??
    known ?? { from: (await readServiceTime(baseUrl, signal)).toISOString() };
  const listening = { ...source, secret, place };
  await savePlace(listening, place);
  return listening;
}

async function savePlace({ owner, selection, secret }: Listening, place: Place): Promise<void> {
  const places = (await readListenState(owner))?.places;
  await writeListenState(owner, { secret, places: { ...places, [selection]: place } });
}

/** Undefined for the stored place, or for now. */
function choosePlace({ after, fromStart }: Options): Place | undefined {
  if (after !== undefined) return { after };
  return fromStart ? {} : undefined;
}

function announce({ out, baseUrl, environment }: Context, url: string, listening: Listening): void {
  const { organization, secret, place } = listening;
  const text = [
    `Forwarding events of ${printable(organization)} at ${baseUrl} (${environment}) to ${url}, ${describePlace(place)}`,
    `Secret for verifying: ${color("bold", secret)}`,
  ].join("\n");
  const said = { forwardTo: url, organization, environment, secret, place };
  out.line({ state: "listening", ...said }, text);
}

function describePlace(place: Place): string {
  if ("after" in place) return `after ${printable(place.after)}`;
  return "from" in place ? `from ${place.from} on` : "from the oldest on";
}

async function forwardAll(
  context: Context,
  { url, type, interval, skipRefused = false }: Options & { url: string },
  listening: Listening,
): Promise<void> {
  const { client, out, signal } = context;
  const { secret } = listening;
  const follow = { client, place: listening.place, type, intervalMs: interval * 1000, signal };
  let saved = listening.place;
  const save = async (place: Place) => {
    // Without events, most looks find the same place.
    if (JSON.stringify(place) === JSON.stringify(saved)) return;
    await savePlace(listening, place);
    saved = place;
  };
  for await (const { events, place } of followEvents({ ...follow, onTrouble: out.progress })) {
    for (const event of events) {
      const onAttempt = (attempt: ForwardAttempt) => show(context, event, attempt);
      const forward = { url, secret, event, signal, onAttempt };
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
