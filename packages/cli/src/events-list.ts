import type { Query } from "@sealslip/client";
import type { Command } from "commander";
import { readContext } from "./context.ts";
import { describeSubject, typeOption } from "./describe-event.ts";
import { limitOption } from "./options.ts";
import { takePages } from "./take-pages.ts";

type Options = {
  limit: number;
  type?: NonNullable<Query<"listEvents">["type"]>;
  after?: string;
  from?: string;
  to?: string;
};

export function addEventsList(events: Command): void {
  events
    .command("list")
    .description("Lists what happened in the last 30 days, the oldest first.")
    .addOption(limitOption())
    .addOption(typeOption())
    .option("--after <cursor>", "an eventId or a cursor: what came after it")
    .option("--from <time>", "created at or after this time")
    .option("--to <time>", "created before this time")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ sealslip events list --type payment.succeeded --from 2026-11-28\n" +
        "  $ sealslip events list --json --limit 1000 > events.ndjson",
    )
    .action(async ({ limit, type, after, from, to }: Options, command: Command) => {
      const { client, out, signal } = await readContext(command);
      const query = {
        limit: Math.min(limit, 100),
        ...(type && { type }),
        ...(after !== undefined && { after }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      };
      await out.list(takePages(client.events.list(query, { signal }), limit), {
        empty: "No events",
        columns: {
          EVENT: ({ eventId }) => eventId,
          TYPE: ({ type }) => type,
          CREATED: ({ createdAt }) => createdAt,
          ABOUT: (event) => describeSubject(event),
        },
      });
    });
}
