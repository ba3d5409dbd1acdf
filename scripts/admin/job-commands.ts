import { z } from "zod";
import { jobs } from "#lib/boot/jobs.ts";
import { startJob } from "#lib/boot/start-job.ts";
import { type JobStatus, listJobs } from "#lib/jobs/status.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, describeSpan } from "./text.ts";

const name = z.string({ error: "the name of the job is missing" });

export const subject: Subject = {
  commands: {
    list: defineCommand({
      does: "each job: its last and next run, failures, and backlog",
      run: async () => {
        const result = await listJobs(jobs);
        const now = new Date();
        return { result, text: result.map((job) => describeJob(job, now)).join("\n") };
      },
    }),
    run: defineCommand({
      takes: "<name>",
      does: "run it now in a process of the service",
      words: { name },
      run: async (job) => {
        const result = await startJob(jobs, job);
        return {
          result,
          text: `A process of the service runs ${result.name} as soon as one is free`,
        };
      },
    }),
  },
  byDefault: "list",
};

function describeJob(job: JobStatus, now: Date): string {
  const { lastRun, failures, failedAt, backlog } = job;
  const next = job.isRunning ? "running" : `next in ${describeSpan(now, job.nextRunAt)}`;
  const last = lastRun
    ? `last ${describeSpan(lastRun.endedAt, now)} ago, took ${lastRun.endedAt.getTime() - lastRun.startedAt.getTime()} ms`
    : "has not run yet";
  const failure = failedAt ? `, last failed ${describeSpan(failedAt, now)} ago` : "";
  const failing = failures > 0 ? `, FAILED ${count(failures, "time")} in a row` : failure;
  const work = backlog === null ? "" : `, ${backlog} to do`;
  return `${job.name}: ${job.does}\n  ${last}, ${next}${failing}${work}`;
}
