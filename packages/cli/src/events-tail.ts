import type { Query } from "@sealslip/client";
import { type Command, Option } from "commander";
import { readContext } from "./context.ts";
import { describeEvent, typeOption } from "./describe-event.ts";
import { followEvents, type Place } from "./follow-events.ts";
import { readInterval } from "./options.ts";
import { readServiceTime } from "./service-time.ts";

type Options = {
  after?: string;
  fromStart?: boolean;
  type?: NonNullable<Query<"listEvents">["type"]>;
  interval: number;
};

export function addEventsTail(events: Command): void {
  events
    .command("tail")
    .description("Prints events as they happen, until Ctrl-C. It waits while the service is away.")
    .addOption(typeOption())
    .option("--from-now", "what happens from now on; the default")
    .addOption(
      new Option("--after <cursor>", "an eventId or a cursor: what came after it").conflicts([
        "fromNow",
        "fromStart",
      ]),
    )
    .addOption(
      new Option("--from-start", "with the oldest event that is kept").conflicts("fromNow"),
    )
    .option("--interval <seconds>", "how often to look", readInterval, 2)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ sealslip events tail\n" +
        "  $ sealslip events tail --after evt_… --json | jq -r .type",
    )
    .action(async ({ after, fromStart, type, interval }: Options, command: Command) => {
      const { client, baseUrl, out, signal } = await readContext(command);
      const place = await findPlace({ after, fromStart }, () => readServiceTime(baseUrl, signal));
      out.progress("Waiting for events; Ctrl-C ends …");
      const follow = { client, place, type, intervalMs: interval * 1000, signal };
      for await (const page of followEvents({ ...follow, onTrouble: out.progress })) {
        for (const event of page.events) out.line(event, describeEvent(event));
      }
    });
}

async function findPlace(
  { after, fromStart = false }: { after: string | undefined; fromStart: boolean | undefined },
  readNow: () => Promise<Date>,
): Promise<Place> {
  if (after !== undefined) return { after };
  return fromStart ? {} : { from: (await readNow()).toISOString() };
}
