import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function ready() {
  const response = await fetch(`${service.url}/api/ready`);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("200", () => {
  test("without a key, when all is there", async () => {
    const { status, body } = await ready();
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.success, true);
    assert.equal(body.data.status, "ready");
    const { database, migrations, keyring } = body.data.checks;
    assert.deepEqual([database, migrations, keyring], ["ok", "ok", "ok"]);
  });

  test("the queue is among the checks", async () => {
    const { body } = await ready();
    assert.equal(body.data.checks.queue, "ok");
  });
});

test("the database is asked once a second, however often anybody asks", async (context) => {
  // A whole number: 999 and 1 more may be less than 1000 where there are fractions.
  const clock = { now: Math.ceil(performance.now()) };
  const mocked = mock.method(performance, "now", () => clock.now);
  context.after(() => mocked.mock.restore());
  await closeDatabase();
  connectDatabase(service.databaseUrl);
  const asked = mock.method(pool(), "query");
  const answers = await Promise.all([ready(), ready(), ready()]);
  clock.now += 999;
  answers.push(await ready());
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(asked.mock.callCount(), 1);
  clock.now += 1;
  assert.equal((await ready()).status, 200);
  assert.equal(asked.mock.callCount(), 2);
});

describe("503", () => {
  const unavailable = { status: 503, code: "service_unavailable" } as const;
  afterEach(async () => {
    await closeDatabase();
    connectDatabase(service.databaseUrl);
  });

  test("without a database", async () => {
    await closeDatabase();
    connectDatabase("postgres://nobody@127.0.0.1:1/nothing");
    const answer = await ready();
    assertError(answer, { ...unavailable, details: /database/ });
    assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
    assert.equal(JSON.stringify(answer.body).includes("127.0.0.1"), false);
  });

  test("before every migration is applied", async () => {
    await asOwner(service.databaseUrl, "UPDATE _prisma_migrations SET finished_at = NULL");
    const answer = await ready();
    await asOwner(service.databaseUrl, "UPDATE _prisma_migrations SET finished_at = now()");
    assertError(answer, { ...unavailable, details: /migrations/ });
    assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
  });

  test("after a newer version has taken away what this one needs", async () => {
    await asOwner(
      service.databaseUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('later', '', '99990102000000_drop_needs_99990101000000', now())`,
    );
    const answer = await ready();
    await asOwner(service.databaseUrl, "DELETE FROM _prisma_migrations WHERE id = 'later'");
    assertError(answer, { ...unavailable, details: /^migrations: .* newer versions only/ });
  });

  test("and 200 again once they are", async () => {
    assert.equal((await ready()).status, 200);
  });
});
