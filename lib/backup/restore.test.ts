import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { publishEvents } from "#lib/events/publish.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import {
  createApiClient,
  paymentBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createDatabase, setUpBackupKey, setUpDatabase } from "#lib/testing/backup-stage.ts";
import { createKillableServer } from "#lib/testing/crash/killable-server.ts";
import { digestTables, runQuery } from "#lib/testing/digest-tables.ts";
import { createOneOfEverything } from "#lib/testing/one-of-everything.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createAdmin } from "#lib/testing/run-admin.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { runProgram } from "#lib/testing/spawn-program.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import { BASELINE, LAST_SQUASHED, SQUASHED } from "#prisma/baseline.ts";
import { listMigrations } from "#prisma/migrate.ts";
import { backUp } from "./back-up.ts";
import { pack } from "./envelope.ts";
import { createProgress } from "./progress.ts";
import { checkFile, loadFile, requireEmpty } from "./restore.ts";
import { type Source, writeScript } from "./script.ts";

const service = setUpTestService();
const api = setUpApi(service);
const kept = setUpCardholder(api);
setUp(admitVisitors);
const key = setUpBackupKey(service);
const exact = setUpDatabase();
const target = setUpDatabase();
const silent = createProgress(() => undefined);
const runAdmin = createAdmin(service);

function inFolder(name: string): string {
  return join(service.dataDir, name);
}

function restore(path: string, args: string[] = []) {
  const { url, ownerUrl } = target;
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: service.dataDir };
  return runProgram("scripts/restore.ts", [path, "--identity", key.keyFile, ...args], env);
}

/** Takes the first bytes of the backup once the work is done, which so falls into the middle of it. */
function targetAfter(work: () => Promise<unknown>) {
  const chunks: Buffer[] = [];
  const state: { done?: Promise<unknown> } = {};
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      state.done ??= work();
      state.done.then(() => {
        chunks.push(chunk);
        callback();
      }, callback);
    },
  });
  return { writable, chunks };
}

const lost = paymentBody({ paymentMethod: "sandbox_timeout" });
const full = () => inFolder("full.backup");

/** What is paid, erased, and revoked after the moment of the backup. */
const later = { paid: [] as string[], erased: "", revokedKey: "" };

describe("a database that is in use", () => {
  test("comes back as it was at one moment", async () => {
    await createOneOfEverything(service);
    const erased = await registerCardholder(api);
    await createSealedPayment(api, erased);
    later.erased = erased.userId;
    later.revokedKey = await createTestKey({ organizationId: api.organizationId });
    await withImpatience(() => api.post("/payments/gateway_one/create", { body: lost }));
    await flushRequestLog();

    const was = await digestTables(service.databaseUrl);
    const { writable, chunks } = targetAfter(async () => {
      for (let count = 0; count < 5; count += 1) {
        later.paid.push(await createSealedPayment(api, kept));
      }
    });
    const url = service.databaseUrl;
    const recipients = [key.recipient];
    await backUp({ url, recipients, mac: await key.openMac(), target: writable, progress: silent });
    assert.equal(later.paid.length, 5);
    await writeFile(full(), Buffer.concat(chunks));

    const file = await key.fileAt(full());
    const contents = await checkFile(file, silent);
    await loadFile(file, contents, { ownerUrl: exact.ownerUrl, progress: silent });
    const { restore: restored, ...rest } = await digestTables(exact.ownerUrl);
    assert.ok(restored);
    assert.deepEqual({ restore: null, ...rest }, was);
    const next = await runQuery(
      exact.ownerUrl,
      "SELECT nextval('payment_event_sequence_seq') > max(sequence) AS ahead FROM payment_event",
    );
    assert.deepEqual(next, [{ ahead: true }]);
  });

  test("without those whom the ledger has", async () => {
    assert.equal((await requestErasure(service, later.erased, api.key)).status, 200);
    const revoke = "UPDATE api_key SET revoked_at = now() WHERE id = (SELECT max(id) FROM api_key)";
    await runQuery(service.databaseUrl, revoke);
    await writeFile(inFolder("ledger.json"), runAdmin(["ledger", "show", "--json"]).stdout);

    const { code, stdout, stderr } = await restore(full(), ["--ledger", inFolder("ledger.json")]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 user erased again, 1 API key revoked again/);
    assert.match(stdout, /a receipt that waits, of pay_/);
    const trail = await runQuery(target.url, "SELECT action FROM audit_entry ORDER BY id");
    assert.deepEqual(trail.slice(-1), [{ action: "backup.restored" }]);
  });

  test("and the service on it does nothing until it is released", async () => {
    const { url: databaseUrl, ownerUrl } = target;
    const env = {
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: service.dataDir,
    };
    const server = await createKillableServer(env);
    await server.start();
    const client = createApiClient(server, api.key);
    const ready = async () => (await fetch(`${server.url}/api/ready`)).status;
    const select = `SELECT status FROM payment WHERE receipt_id = '${lost.receiptId}'`;
    const statusOfLost = async () => (await runQuery(databaseUrl, select))[0]?.status;
    const ask = "SELECT graphile_worker.add_job('finish-pending-payments')";
    try {
      assert.equal(await ready(), 503);
      const refused = {
        status: 503,
        code: "service_unavailable",
        details: /was restored/,
      } as const;
      const pay = () => client.post("/payments/gateway_one/create", { body: paymentBody() });
      assertError(await pay(), refused);
      assert.equal((await client.get(`/receipts/${kept.userId}`)).status, 200);
      assert.equal((await client.get(`/receipts/${later.erased}`)).status, 404);
      assert.equal((await client.get("/users", { key: later.revokedKey })).status, 401);

      assert.equal(await statusOfLost(), "pending");
      await runQuery(databaseUrl, ask);
      const queued =
        "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'finish-pending-payments'";
      await until(async () => (await runQuery(databaseUrl, queued)).length === 0);
      assert.equal(await statusOfLost(), "pending");

      const here = { env: { DATABASE_URL: databaseUrl } };
      const released = runAdmin(["restore", "release", "--yes"], here);
      assert.equal(released.status, 0, released.stderr);
      await until(async () => (await ready()) === 200);
      const place = await lastPlace();
      const paid = (await pay()).body.data.paymentId;
      await until(async () => {
        const { events } = (await client.get(`/events?limit=100&after=${place}`)).body.data;
        return events.some(({ data }: Told) => data.paymentId === paid);
      });
      await runQuery(databaseUrl, ask);
      await until(async () => (await statusOfLost()) !== "pending");
    } finally {
      await server.end();
    }
  });
});

type Told = { data: { paymentId?: string } };

/** Where a reader of the events that were lost goes on, close to their end. */
async function lastPlace(): Promise<string> {
  while ((await publishEvents(describeEvents)) > 0);
  const { events } = (await api.get("/events?limit=100")).body.data;
  return (await api.get(`/events?limit=${events.length - 1}`)).body.data.nextCursor;
}

describe("is refused, and changes nothing", () => {
  test("a file that was changed, or cut off", async () => {
    const file = await readFile(full());
    const changed = Buffer.from(file);
    changed[file.length >> 1] = (changed[file.length >> 1] ?? 0) ^ 1;
    await writeFile(inFolder("damaged.backup"), changed);
    const { code, stderr } = await restore(inFolder("damaged.backup"));
    assert.equal(code, 1);
    assert.match(stderr, /^✗ the backup is damaged: .+\n$/);

    await writeFile(inFolder("damaged.backup"), file.subarray(0, -1));
    const check = checkFile(await key.fileAt(inFolder("damaged.backup")), silent);
    await assert.rejects(check, { name: "BackupError", message: /is damaged/ });
  });

  test("a database with rows", async () => {
    const message = /^the database is not empty \(\w+ has rows\): /;
    await assert.rejects(requireEmpty(target.ownerUrl), { name: "BackupError", message });
  });

  test("a backup of a newer version", async () => {
    await writeCrafted({ migrations: [BASELINE, "29991231000000_later"] });
    const check = checkFile(await key.fileAt(inFolder("crafted.backup")), silent);
    await assert.rejects(check, { name: "BackupError", message: /newer version/ });
  });

  test("a backup from before the last migration that the baseline was made of", async () => {
    await writeCrafted({ migrations: SQUASHED.slice(0, -1) });
    const check = checkFile(await key.fileAt(inFolder("crafted.backup")), silent);
    await assert.rejects(check, {
      name: "BackupError",
      message: new RegExp(`^[^\\n]+ newest migration is ${LAST_SQUASHED}, [^\\n]+$`),
    });
  });
});

describe("a backup of an older version is brought up to date", () => {
  const cases: [string, readonly string[]][] = [
    ["with the baseline alone", [BASELINE]],
    ["from before the baseline", SQUASHED],
    ["from before the baseline, made by a version with it", [...SQUASHED, BASELINE]],
  ];
  for (const [name, migrations] of cases) {
    test(name, async () => {
      await using created = await createDatabase();
      const { ownerUrl } = created;
      await writeCrafted({ migrations: [...migrations], organization: "org_kept" });
      const file = await key.fileAt(inFolder("crafted.backup"));
      const contents = await checkFile(file, silent);
      await loadFile(file, contents, { ownerUrl, progress: silent });
      const kept = await runQuery(ownerUrl, "SELECT id FROM organization");
      assert.deepEqual(kept, [{ id: "org_kept" }]);
      const applied = await runQuery<{ name: string }>(
        ownerUrl,
        "SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1",
      );
      assert.deepEqual(
        applied.map((row) => row.name),
        await listMigrations(),
      );
    });
  }
});

type Crafted = { migrations: string[]; organization?: string };

async function writeCrafted({ migrations, organization }: Crafted): Promise<void> {
  const mac = await key.openMac();
  const createdAt = new Date().toISOString();
  const columns = ["id", "name", "kind", "tier"];
  const tables = organization === undefined ? [] : [{ name: "organization", columns }];
  const source: Source = {
    manifest: { createdAt, keyVersion: mac.current, migrations, tables },
    async *copy() {
      yield Buffer.from(`${organization}\tKept\tmerchant\tfree\n`);
    },
    summarize: async () => ({
      rows: Object.fromEntries(tables.map(({ name }) => [name, 1])),
      sequences: {},
    }),
  };
  const file = createWriteStream(inFolder("crafted.backup"));
  await pack(writeScript(source, mac.keys), [key.recipient], file);
}
