import assert from "node:assert/strict";
import { test } from "node:test";
import { pool, standbyHealth } from "#lib/storage/database.ts";
import { READ_ONLY } from "#lib/storage/failures.ts";
import { withStaleReads } from "#lib/storage/stale-reads.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { startStandbyStage } from "#lib/testing/standby-stage.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { startVanishingHost } from "#lib/testing/vanishing-host.ts";

const service = setUpTestService();
const stage = setUp(startStandbyStage);
const shops = "/shop-names";

/** With the service on the stage's database. Long enough that a slow machine makes no standby late. */
async function serve({ url = stage.standbyUrl, maxLagMs = 60_000 } = {}): Promise<void> {
  service.databaseUrl = stage.url;
  await service.restart({
    DATABASE_URL: stage.url,
    DATABASE_READ_URL: url,
    DATABASE_READ_MAX_LAG_MS: String(maxLagMs),
  });
  await until(async () => standbyHealth()?.state === "used");
}

async function createCaller() {
  const member = await createTestMember({ kind: "platform" });
  const call = createConsoleClient(service, member);
  const name = (merchantId: string) =>
    call("PUT", shops, { body: { merchantId, name: "Corner Café" } });
  const list = async (headers?: Record<string, string>): Promise<string[]> => {
    const answer = await call("GET", shops, headers ? { headers } : {});
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data.shops.map((shop: { merchantId: string }) => shop.merchantId);
  };
  const listWithin = async (cookies: string) => list({ Cookie: `${member.cookie}; ${cookies}` });
  return { member, call, name, list, listWithin };
}

const readiness = async () => (await (await fetch(`${service.url}/api/ready`)).json()).data;

test("lists are read from the standby, and one's own writes from the primary", async () => {
  await serve();
  const { call, name, list, listWithin } = await createCaller();
  await name("m-1");
  await until(async () => (await list()).length === 1);
  await stage.onStandby("SELECT pg_wal_replay_pause()");
  const written = await name("m-2");
  const [cookie = ""] = written.headers.getSetCookie();
  assert.match(cookie, /^sealslip\.wrote=1; Path=\/; Max-Age=61; HttpOnly; SameSite=Strict$/);

  // Another browser, which has written nothing.
  assert.deepEqual(await list(), ["m-1"]);
  assert.deepEqual(await listWithin("sealslip.wrote=1"), ["m-1", "m-2"]);
  const { standby } = await readiness();
  assert.equal(standby.state, "used");
  assert.ok(Number.isInteger(standby.lagMs));

  // What is no list is not read from it, and reads leave no cookie.
  const read = await call("GET", "/refund-limits");
  assert.deepEqual(read.headers.getSetCookie(), []);
  await stage.onStandby("SELECT pg_wal_replay_resume()");
  await until(async () => (await list()).length === 2);
});

const stale = listOperations("app/api/console").filter(({ mayBeStale }) => mayBeStale);

test("what is declared as readable from a standby runs no statement there that it refuses", async () => {
  assert.ok(stale.length > 20);
  const { member } = await createCaller();
  const from = service.logLines.length;
  await until(async () => {
    const { rows } = await withStaleReads(() =>
      pool().query("SELECT 1 FROM member WHERE id = $1", [member.memberId]),
    );
    return rows.length === 1;
  });
  for (const { path, method } of stale) {
    const response = await fetch(`${service.url}${path}?${queries[path] ?? ""}`, {
      method,
      headers: { Cookie: member.cookie, "X-Environment": "development" },
    });
    // To the end of an export.
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text}`);
  }
  const failures = service.logLines.slice(from).filter((line) => JSON.parse(line).level >= 40);
  assert.deepEqual(failures, []);
  assert.equal(standbyHealth()?.state, "used");
});

const queries: Record<string, string> = {
  "/api/console/overview": "range=30d",
  "/api/console/issuer-overview": "range=30d",
  "/api/console/search": "text=anything",
};

test("a write by mistake is refused, and a transaction runs on the primary", async () => {
  const write = "UPDATE organization SET name = name";
  await assert.rejects(
    withStaleReads(() => pool().query(write)),
    { code: READ_ONLY },
  );
  const isStandby = "SELECT pg_is_in_recovery() AS it";
  assert.equal((await withStaleReads(() => pool().query(isStandby))).rows[0]?.it, true);
  await withStaleReads(async () => {
    const client = await pool().connect();
    const { rows } = await client.query(isStandby).finally(() => client.release());
    assert.equal(rows[0]?.it, false);
  });
});

test("a read that the standby cancels is repeated on the primary", async () => {
  const slow =
    "SELECT pg_is_in_recovery() AS it, pg_sleep(1) FROM (SELECT FROM shop_name LIMIT 1) s";
  const reading = withStaleReads(() => pool().query(slow));
  await until(async () => {
    const { rows } = await withStaleReads(() =>
      pool().query("SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'", [slow]),
    );
    return rows.length === 1;
  });
  await stage.onPrimary("BEGIN; LOCK TABLE shop_name IN ACCESS EXCLUSIVE MODE; COMMIT");
  assert.equal((await reading).rows[0]?.it, false);
  assert.equal(standbyHealth()?.state, "used");
});

test("a late standby is not read until it has caught up", async () => {
  await serve({ maxLagMs: 2000 });
  const { name, list } = await createCaller();
  await stage.onStandby("SELECT pg_wal_replay_pause()");
  await name("m-1");
  await until(async () => standbyHealth()?.state === "late");
  assert.deepEqual(await list(), ["m-1"]);
  await stage.onStandby("SELECT pg_wal_replay_resume()");
  await until(async () => standbyHealth()?.state === "used");
});

test("a standby that no longer answers holds a read up once, and for seconds; one that is gone, none", async () => {
  await using host = await startVanishingHost(stage.standbyUrl);
  await serve({ url: host.url });
  const { list } = await createCaller();
  await list();
  host.vanish();
  await list();
  assert.equal(standbyHealth()?.state, "away");
  // With a new connection, it is there again.
  await until(async () => standbyHealth()?.state === "used");

  await list();
  await host[Symbol.asyncDispose]();
  await list();
  assert.equal(standbyHealth()?.state, "away");
});

test("a standby that is promoted, or stopped, is not read, and no call fails", async () => {
  await serve();
  const { name, list } = await createCaller();
  await name("m-1");
  await until(async () => (await list()).length === 1);
  await stage.onStandby("SELECT pg_promote()");
  await until(async () => standbyHealth()?.state === "unfit");
  assert.ok(service.logLines.some((line) => line.includes("it is no standby, or no longer")));
  await name("m-2");
  assert.deepEqual(await list(), ["m-1", "m-2"]);

  await stage.stopStandby();
  assert.deepEqual(await list(), ["m-1", "m-2"]);
  await until(async () => (await readiness()).standby.state === "away");
});
