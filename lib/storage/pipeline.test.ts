import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Client } from "pg";
import { shiftClock } from "#lib/testing/shift-clock.ts";
import { standStill } from "#lib/testing/stand-still.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { until } from "#lib/testing/until.ts";
import { startVanishingHost } from "#lib/testing/vanishing-host.ts";
import { isDatabaseAway } from "./failures.ts";
import { openPipeline, type Pipeline } from "./pipeline.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let direct: Client;
let errors: Error[];
let pipeline: Pipeline;

before(async () => {
  database = await createTestDatabase();
  direct = new Client({ connectionString: database.ownerUrl });
  await direct.connect();
  await direct.query("CREATE TABLE mark (id int PRIMARY KEY)");
  await direct.query("GRANT ALL ON mark TO PUBLIC");
  errors = [];
  const connection = { connectionString: database.url, application_name: "pipeline test" };
  pipeline = openPipeline(connection, { lanes: 2, onError: (error) => errors.push(error) });
});

after(async () => {
  await pipeline.end();
  await direct.end();
  await database.drop();
});

const countLanes =
  "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'pipeline test'";

test("a hundred statements at once share two connections, each with its own answer", async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map((number) => pipeline.query({ text: "SELECT $1::int AS it", values: [number] })),
  );
  assert.deepEqual(
    answers.map(({ rows }) => rows[0]?.it),
    numbers,
  );
  const { rows } = await direct.query(countLanes);
  assert.equal(rows[0]?.count, 2);
});

test("an error says who sent the statement", async () => {
  const failing = () => pipeline.query("SELECT 1 / 0");
  await assert.rejects(failing(), ({ stack = "" }: Error) => stack.includes("pipeline.test.ts"));
});

test("a statement that fails takes none of its neighbors with it", async () => {
  const insert = { name: "mark", text: "INSERT INTO mark VALUES ($1)" };
  const ids = [1, 2, 1, 3, 2, 4];
  const results = await Promise.allSettled(
    ids.map((id) => pipeline.query({ ...insert, values: [id] })),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 4);
  const codes = results.flatMap((result) =>
    result.status === "rejected" ? result.reason.code : [],
  );
  assert.deepEqual(codes, ["23505", "23505"]);
  const { rows } = await direct.query("SELECT id FROM mark ORDER BY id");
  assert.deepEqual(
    rows.map(({ id }) => id),
    [1, 2, 3, 4],
  );
});

test("a statement that waits holds up none that could go elsewhere", async () => {
  await direct.query("BEGIN; LOCK TABLE mark IN ACCESS EXCLUSIVE MODE");
  const waiting = pipeline.query({ text: "SELECT count(*) FROM mark" });
  const { rows } = await pipeline.query({ text: "SELECT 1 AS one" });
  assert.equal(rows[0]?.one, 1);
  await direct.query("COMMIT");
  await waiting;
});

/** Holds up one connection by a lock on the table, and the other one by so many statements for less long. */
async function holdBoth({ others, between }: { others: number; between?: () => void }) {
  await direct.query("BEGIN; LOCK TABLE mark IN ACCESS EXCLUSIVE MODE");
  await direct.query("SELECT pg_advisory_lock(1)");
  const stuck = pipeline.query("SELECT count(*) FROM mark");
  between?.();
  const brief = Array.from({ length: others }, () =>
    pipeline.query("SELECT pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)"),
  );
  return {
    async releaseBrief() {
      await direct.query("SELECT pg_advisory_unlock(1)");
      await Promise.all(brief);
    },
    async releaseStuck() {
      await direct.query("COMMIT");
      await stuck;
    },
  };
}

const busyWith: [name: string, others: number, stuckForMs: number][] = [
  ["no more than the stuck one does", 1, 0],
  ["more than the stuck one does", 2, 1_000],
];
for (const [name, others, stuckForMs] of busyWith) {
  test(`a statement goes around a connection that waits, also where the other one runs ${name}`, async (t) => {
    const shift = shiftClock(t);
    const held = await holdBoth({ others, between: () => shift(stuckForMs) });
    const answer = { rows: 0 };
    const asked = pipeline.query("SELECT 1").then(({ rows }) => {
      answer.rows = rows.length;
    });
    try {
      await held.releaseBrief();
      await until(async () => answer.rows === 1, 5_000);
    } finally {
      await held.releaseStuck();
      await asked;
    }
  });
}

test("after its connections are cut off, the next statement has a new one", async () => {
  const lost = pipeline.query({ text: "SELECT pg_sleep(30)" });
  const terminate = countLanes.replace("count(*)::int", "pg_terminate_backend(pid)");
  await Promise.all([assert.rejects(lost), direct.query(terminate)]);
  // The other connection may learn of its end by the statement that it is lent to.
  const works = () => pipeline.query({ text: "SELECT 1" }).then(() => true);
  await until(() => works().catch(() => false));
});

test("without a database a statement fails, and does not wait for one", async () => {
  const nowhere = openPipeline(
    { host: "127.0.0.1", port: 1 },
    { lanes: 2, onError: () => undefined },
  );
  await assert.rejects(nowhere.query({ text: "SELECT 1" }), { code: "ECONNREFUSED" });
  await nowhere.end();
});

test("an answer that came while the process stood still is read", async () => {
  const silentMs = 500;
  const watched = openPipeline(
    { connectionString: database.url },
    { lanes: 1, silentMs, onError: assert.fail },
  );
  await watched.query("SELECT 1");
  const answer = watched.query<{ it: number }>("SELECT 2 AS it");
  await setImmediate();
  standStill(3 * silentMs);
  assert.deepEqual((await answer).rows, [{ it: 2 }]);
  await watched.end();
});

test("statements to a host that has vanished fail, and others reach the one in its place", async () => {
  await using host = await startVanishingHost(database.url);
  const failures: Error[] = [];
  const far = openPipeline(
    { connectionString: host.url },
    { lanes: 1, silentMs: 1_000, onError: (error) => failures.push(error) },
  );
  await far.query("SELECT 1");
  host.vanish();
  await assert.rejects(far.query("SELECT 2"), isDatabaseAway);
  assert.equal(failures.length, 1);
  await until(async () => {
    const answer = await far.query("SELECT 3 AS it").catch(() => undefined);
    return answer?.rows[0]?.it === 3;
  });
  await far.end();
});
