import { type LivingProcess, listProcesses } from "#lib/service/processes.ts";
import { defineCommand, type Subject } from "./command.ts";
import { describeSpan } from "./text.ts";

export const subject: Subject = {
  commands: {
    list: defineCommand({
      does: "the processes that use the database, and their schema",
      run: async () => {
        const result = await listProcesses();
        const now = new Date();
        const lines = result.map((one) => describeProcess(one, now));
        return { result, text: lines.join("\n") || "No process uses this database" };
      },
    }),
  },
  byDefault: "list",
};

function describeProcess(
  { program, migration, startedAt, seenAt }: LivingProcess,
  now: Date,
): string {
  const since = `up ${describeSpan(startedAt, now)}, seen ${describeSpan(seenAt, now)} ago`;
  return `${program.padEnd(8)}${migration}, ${since}`;
}
