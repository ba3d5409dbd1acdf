import assert from "node:assert/strict";
import { test } from "node:test";
import { type Job, prepareJobQueue, runJobs } from "#lib/jobs/job-queue.ts";
import { listJobs } from "#lib/jobs/status.ts";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { startJob } from "./start-job.ts";

setUpTestService();

const broken = { isBroken: false };
const sweep: Job = {
  name: "sweep",
  does: "sweeps",
  schedule: "30 4 * * *",
  run: async () => {
    if (broken.isBroken) throw new Error("no broom");
    return undefined;
  },
  backlog: async () => 3,
};

const statusOf = async () => (await listJobs([sweep]))[0];

test("says when a job ran and runs, what waits for it, and how often it has failed", async () => {
  await prepareJobQueue();
  const fresh = await statusOf();
  assert.deepEqual([fresh?.lastRun, fresh?.failures, fresh?.backlog], [null, 0, 3]);
  const next = fresh?.nextRunAt ?? new Date(0);
  assert.deepEqual([next.getUTCHours(), next.getUTCMinutes()], [4, 30]);
  assert.ok(next.getTime() - Date.now() <= 24 * 60 * 60 * 1000);

  await using running = new AsyncDisposableStack();
  const runner = await runJobs([sweep]);
  running.defer(() => runner.stop());
  await startJob([sweep], { name: "sweep" });
  await until(async () => (await statusOf())?.lastRun !== null);
  const ran = await statusOf();
  assert.deepEqual([ran?.failures, ran?.failedAt], [0, null]);

  broken.isBroken = true;
  await startJob([sweep], { name: "sweep" });
  await until(async () => (await statusOf())?.failures === 1);
  const failed = await statusOf();
  assert.ok(failed?.failedAt && failed.nextRunAt.getTime() - Date.now() < 60_000);

  broken.isBroken = false;
  await startJob([sweep], { name: "sweep" });
  await until(async () => (await statusOf())?.failures === 0);
  assert.ok((await statusOf())?.failedAt);
  const { rows } = await pool().query(
    "SELECT organization_id AS trail, target FROM audit_entry WHERE action = 'job.started'",
  );
  assert.equal(rows.length, 3);
  assert.deepEqual(rows[0], { trail: "service", target: "sweep" });
});

test("starts nothing that is no job", async () => {
  await assert.rejects(startJob([sweep], { name: "mop" }), { code: "not_found" });
});
