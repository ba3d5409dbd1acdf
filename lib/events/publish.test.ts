import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import pg from "pg";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { eventId } from "./event-id.ts";
import { findEvent, logEnd, positionAt, readLog } from "./log.ts";
import { type NewEvent, type OutboxRow, publishEvents } from "./publish.ts";

const service = setUpTestService();

const tenant = { organizationId: "org_1", environment: "development" } as const;

beforeEach(async () => {
  await pool().query("DELETE FROM event_outbox; DELETE FROM event; DELETE FROM event_mark");
});

const leave = async (db: Pick<Transaction, "query">, ...userIds: string[]) => {
  await db.query(
    `INSERT INTO event_outbox (types, organization_id, environment, data)
     SELECT '{user.erased}', 'org_1', 'development', json_build_object('userId', id)
     FROM unnest($1::text[]) WITH ORDINALITY AS given (id, place) ORDER BY place`,
    [userIds],
  );
};

const describeRows = async (rows: readonly OutboxRow[]): Promise<NewEvent[]> =>
  rows.flatMap(({ types: [type = "user.erased"], at: createdAt, occurrence, data }) => {
    const subject = String(data?.userId);
    const id = eventId({ thingId: subject, type, occurrence });
    const event = { ...tenant, id, type, createdAt, subject, cardholderId: null, matchData: null };
    return { ...event, data: { userId: subject } };
  });

const readSubjects = async (after = 0) =>
  (await readLog(tenant, { after, limit: 10_000 })).events.map(({ subject }) => subject);

async function connect() {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

describe("events are published", () => {
  test("after those that committed before them, however early they began", async () => {
    await using slow = await connect();
    await slow.query("BEGIN");
    await leave(slow, "late");
    await leave(pool(), "early");
    assert.equal(await publishEvents(describeRows), 1);

    const [seen] = (await readLog(tenant, { after: 0, limit: 10 })).events;
    assert.equal(seen?.subject, "early");
    assert.equal(seen.position, await logEnd());
    for (let turn = 0; turn < 5; turn += 1) {
      await leave(pool(), `between ${turn}`);
      assert.equal(await publishEvents(describeRows), 1);
    }
    const between = (await readLog(tenant, { after: seen.position, limit: 10 })).events.at(-1);
    assert.equal(between?.position, seen.position + 5);

    await slow.query("COMMIT");
    await leave(pool(), "last");
    assert.equal(await publishEvents(describeRows), 2);
    assert.deepEqual(await readSubjects(between.position), ["late", "last"]);
  });

  test("after the one that had begun last when others were published, however long it takes", async () => {
    await leave(pool(), "early");
    await using slow = await connect();
    await slow.query("BEGIN");
    await leave(slow, "late");
    for (let turn = 0; turn < 5; turn += 1) {
      assert.equal(await publishEvents(describeRows), 1);
      await leave(pool(), `between ${turn}`);
    }
    assert.equal(await publishEvents(describeRows), 1);

    await slow.query("COMMIT");
    assert.equal(await publishEvents(describeRows), 1);
    assert.equal((await readSubjects()).at(-1), "late");
  });

  test("once, in order, by any number of publishers, while a reader pages", async () => {
    const userIds = Array.from({ length: 2_000 }, (_, index) => `usr_${index}`);
    let isWritten = false;
    const write = async () => {
      for (let at = 0; at < userIds.length; at += 40) {
        await leave(pool(), ...userIds.slice(at, at + 40));
      }
      isWritten = true;
    };
    let turns = 0;
    const publish = async () => {
      for (;;) {
        const wasWritten = isWritten;
        const published = await publishEvents(describeRows);
        if (published > 0) turns += 1;
        if (published === 0 && wasWritten && (await isEmpty())) return;
      }
    };
    const read: string[] = [];
    const follow = async () => {
      for (let after = 0; read.length < userIds.length; ) {
        const { events: page } = await readLog(tenant, { after, limit: 7 });
        read.push(...page.map(({ subject }) => subject));
        after = page.at(-1)?.position ?? after;
      }
    };
    await Promise.all([write(), publish(), publish(), publish(), follow()]);
    assert.ok(turns > 1);
    assert.deepEqual(read, userIds);
    assert.deepEqual(await readSubjects(), userIds);
  });

  test("whole or not at all, where the publisher dies", async () => {
    await leave(pool(), "usr_1", "usr_2");
    const end = await logEnd();
    const die = async (rows: readonly OutboxRow[], transaction: Transaction) => {
      assert.equal(rows.length, 2);
      await transaction.query("SELECT pg_terminate_backend(pg_backend_pid())");
      return [];
    };
    await assert.rejects(publishEvents(die));
    assert.deepEqual(await readSubjects(), []);
    await until(async () => (await publishEvents(describeRows)) === 2);
    assert.deepEqual(await readSubjects(), ["usr_1", "usr_2"]);
    assert.equal(await logEnd(), end + 2);
  });

  test("by one process at a time: another does not wait for it", async () => {
    await leave(pool(), "usr_1");
    const during = await new Promise((resolve, reject) => {
      const slowly = async (rows: readonly OutboxRow[]) => {
        resolve(await publishEvents(describeRows));
        return await describeRows(rows);
      };
      publishEvents(slowly).catch(reject);
    });
    assert.equal(during, 0);
    await until(async () => (await readSubjects()).length === 1);
  });

  test("in its turn among erasures, which wait for the same lock", async () => {
    await leave(pool(), "usr_1");
    await publishEvents(describeRows);
    await leave(pool(), "usr_2");
    await using erasure = await connect();
    await erasure.query("BEGIN");
    await erasure.query("SELECT FROM event_log_end FOR UPDATE");
    const end = await logEnd();
    const publishing = publishEvents(describeRows);
    await until(async () => (await countWaiting(pool())) === 1);
    assert.equal(await publishEvents(describeRows), 0, "another process does not wait behind it");
    await erasure.query("COMMIT");
    assert.equal(await publishing, 1);
    assert.equal(await logEnd(), end + 1);
  });

  test("under one id, where the same change is recorded again", async () => {
    await leave(pool(), "usr_1");
    await publishEvents(describeRows);
    const [first] = (await readLog(tenant, { after: 0, limit: 10 })).events;
    await leave(pool(), "usr_1", "usr_1", "usr_2");
    await publishEvents(describeRows);
    const [again, other, ...none] = (await readLog(tenant, { after: 0, limit: 10 })).events;
    assert.deepEqual([again, other?.subject, none], [first, "usr_2", []]);
    const id = first?.id ?? "";
    assert.match(id, /^evt_[0-9a-f]{32}$/);
    assert.deepEqual(await findEvent(tenant, id), first);
    assert.equal(await findEvent({ ...tenant, environment: "staging" }, id), undefined);
    assert.equal(await findEvent({ ...tenant, organizationId: "org_2" }, id), undefined);
  });

  test("and a time leads to the position before them", async () => {
    const before = new Date(Date.now() - 60_000);
    await leave(pool(), "usr_1");
    await publishEvents(describeRows);
    assert.equal(await positionAt(before), 0);
    const [event] = (await readLog(tenant, { after: 0, limit: 1 })).events;
    assert.equal((await positionAt(new Date())) + 1, event?.position);
  });
});

test("what a long reader keeps in the outbox is not looked at again", async () => {
  await using reader = await connect();
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await reader.query("SELECT FROM event_outbox");
  for (let turn = 0; turn < 20; turn += 1) {
    await leave(pool(), ...Array.from({ length: 100 }, (_, index) => `usr_${turn}_${index}`));
    await publishEvents(describeRows);
  }
  const { rows: ends } = await pool().query(
    `SELECT last_value - floor AS behind FROM event_log_end, event_outbox_sequence_seq`,
  );
  // One turn makes the candidate, the next one the floor.
  assert.ok(ends[0].behind <= 200, JSON.stringify(ends));
});

describe("in a database that was moved to another PostgreSQL", () => {
  // Both are raised first, as far as a database gets that has published for years.
  beforeEach(async () => {
    await drawAfter(1_000_000);
    for (const subject of ["usr_1", "usr_2", "usr_3"]) {
      await leave(pool(), subject);
      await publishEvents(describeRows);
    }
    assert.ok((await readFloor()) > 1_000_000);
  });

  test("events are published whose numbers are drawn anew", async () => {
    await drawAfter(1);
    for (const subject of ["usr_4", "usr_5", "usr_6"]) {
      await leave(pool(), subject);
      assert.equal(await publishEvents(describeRows), 1);
    }
    assert.deepEqual((await readSubjects()).slice(-3), ["usr_4", "usr_5", "usr_6"]);
    assert.ok((await readFloor()) < 10);
  });

  test("the floor rises again where transactions are counted anew", async () => {
    await pool().query("UPDATE event_log_end SET next_floor_xid = next_floor_xid + 10000000000");
    const before = await readFloor();
    for (const subject of ["usr_4", "usr_5", "usr_6"]) {
      await leave(pool(), subject);
      assert.equal(await publishEvents(describeRows), 1);
    }
    assert.ok((await readFloor()) > before);
  });
});

test("an event is durable before it can be read, whatever was committed without waiting for the disk", async () => {
  const database = pg.escapeIdentifier(new URL(service.databaseUrl).pathname.slice(1));
  await pool().query(
    `ALTER ROLE CURRENT_USER IN DATABASE ${database} SET synchronous_commit = off`,
  );
  await service.restart();
  const { rows: setting } = await pool().query("SHOW synchronous_commit");
  assert.deepEqual(setting, [{ synchronous_commit: "off" }]);

  await leave(pool(), "usr_1");
  const { rows: written } = await pool().query("SELECT pg_current_wal_insert_lsn() AS lsn");
  const inTransaction = async (rows: readonly OutboxRow[], transaction: Transaction) => {
    const { rows: settings } = await transaction.query("SHOW synchronous_commit");
    assert.deepEqual(settings, [{ synchronous_commit: "on" }]);
    assert.deepEqual(await readSubjects(), []);
    return await describeRows(rows);
  };
  assert.equal(await publishEvents(inTransaction), 1);
  const { rows: flushed } = await pool().query(
    "SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn AS is",
    [written[0].lsn],
  );
  assert.deepEqual([await readSubjects(), flushed], [["usr_1"], [{ is: true }]]);
});

/** Sets the sequence of the outbox. */
async function drawAfter(number: number): Promise<void> {
  await asOwner(service.databaseUrl, `SELECT setval('event_outbox_sequence_seq', ${number})`);
}

async function readFloor(): Promise<number> {
  const { rows } = await pool().query("SELECT floor FROM event_log_end");
  return rows[0].floor;
}

async function isEmpty(): Promise<boolean> {
  const { rows } = await pool().query("SELECT FROM event_outbox LIMIT 1");
  return rows.length === 0;
}
