import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { Client } from "pg";
import { until } from "#lib/testing/until.ts";
import { EmbeddedPostgresError } from "./settings.ts";
import { startEmbeddedPostgres } from "./start.ts";

const made: string[] = [];

after(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

describe("startEmbeddedPostgres", () => {
  test("keeps the data from one start to the next, and its owner", async () => {
    const dataDir = await makeFolder();
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.ownerUrl, "create table note as select 'kept' as text");
    await first.stop();
    await first.exited;

    const second = await startEmbeddedPostgres({ dataDir });
    assert.deepEqual(await query(second.ownerUrl, "select text from note"), [{ text: "kept" }]);
    await assert.rejects(query(second.url, "drop table note"), { code: "42501" });
    await second.stop();
  });

  test("writes to disk before it answers, asks for a password, gives no superuser away", async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: await makeFolder() });
    const [settings] = await query(
      postgres.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
              current_setting('listen_addresses') as addresses, current_setting('is_superuser') as superuser`,
    );
    assert.deepEqual(settings, {
      fsync: "on",
      commit: "on",
      pages: "on",
      checksums: "on",
      addresses: "127.0.0.1",
      superuser: "off",
    });
    const stranger = postgres.url.replace(/:[^:@]+@/, ":wrong@");
    await assert.rejects(query(stranger, "select 1"), /password authentication failed/);
    await postgres.stop();
  });

  test("keeps what it needs to know to itself", async () => {
    const dataDir = await makeFolder();
    const postgres = await startEmbeddedPostgres({ dataDir });
    await postgres.stop();

    const password = await stat(join(dataDir, "postgresql", "password"));
    assert.equal(password.mode & 0o777, 0o600);
    assert.equal((await stat(dataDir)).mode & 0o007, 0);
  });

  test("of two on one folder only one lives", async () => {
    const dataDir = await makeFolder();
    const starts = [startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })];
    const outcomes = await Promise.allSettled(starts);
    const living = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));

    assert.equal(living.length, 1);
    assert.ok(refused[0] instanceof EmbeddedPostgresError);
    assert.match(refused[0].message, /another Sealslip is running/);
    for (const postgres of living) {
      assert.deepEqual(await query(postgres.url, "select 1 as one"), [{ one: 1 }]);
      await postgres.stop();
    }
  });

  test("takes over what a killed server left behind", async () => {
    const dataDir = await makeFolder();
    const orphan = await startAndKill(dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir });

    assert.notEqual(await readPid(dataDir), orphan);
    assert.deepEqual(await query(postgres.ownerUrl, "select text from note"), [
      { text: "committed" },
    ]);
    await postgres.stop();
  });

  test("starts it again when it is killed, where clients find it, and holds the folder as before", async () => {
    const dataDir = await makeFolder();
    const postgres = await startEmbeddedPostgres({ dataDir });
    await query(postgres.ownerUrl, "create table note as select 'committed' as text");
    const killed = await readPid(dataDir);
    process.kill(killed, "SIGKILL");

    const findLock = "select from pg_locks where locktype = 'advisory' and granted";
    await until(async () => {
      const locks = await query(postgres.ownerUrl, findLock).catch(() => []);
      return locks.length === 1;
    });
    assert.notEqual(await readPid(dataDir), killed);
    assert.deepEqual(await query(postgres.ownerUrl, "select text from note"), [
      { text: "committed" },
    ]);
    await assert.rejects(startEmbeddedPostgres({ dataDir }), /another Sealslip is running/);
    await postgres.stop();
    await postgres.exited;
    await assert.rejects(query(postgres.url, "select 1"));
  });

  test("does not take another program for its PostgreSQL", async () => {
    const dataDir = await makeFolder();
    await (await startEmbeddedPostgres({ dataDir })).stop();
    const pidFile = join(dataDir, "postgresql", "data", "postmaster.pid");
    await writeFile(pidFile, `${process.ppid}\n${dataDir}\n1\n1\n\n127.0.0.1\n1 1\nready   \n`);

    const postgres = await startEmbeddedPostgres({ dataDir });
    assert.notEqual(await readPid(dataDir), process.ppid);
    await postgres.stop();
  });

  test("begins anew where a first start was killed half way", async () => {
    const dataDir = await makeFolder();
    const leftover = join(dataDir, "postgresql.partial-999999999-0a0b0c0d");
    await mkdir(join(leftover, "data"), { recursive: true });
    await (await startEmbeddedPostgres({ dataDir })).stop();

    await assert.rejects(stat(leftover), /ENOENT/);
  });

  test("does not begin an empty database where the one it had is gone", async () => {
    const dataDir = await makeFolder();
    await symlink(join(dataDir, "nowhere"), join(dataDir, "postgresql"));

    await assert.rejects(startEmbeddedPostgres({ dataDir }), /cannot be read.*move .* away/);
  });

  test("names the remedy where the data is of another major version", async () => {
    const dataDir = await makeFolder();
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    await first.exited;
    await writeFile(join(dataDir, "postgresql", "data", "PG_VERSION"), "17\n");

    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      /initialized by PostgreSQL version 17.*docs\/upgrade\.md/,
    );
  });

  test("refuses a data folder that is a file", async () => {
    const dataDir = join(await makeFolder(), "file");
    await writeFile(dataDir, "");

    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      /data folder .*file cannot be written/,
    );
  });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sealslip-postgres-"));
  made.push(folder);
  return folder;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function readPid(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, "postgresql", "data", "postmaster.pid"), "utf8");
  return Number.parseInt(file, 10);
}

// A process of its own, which is killed as it stands; its PostgreSQL is not.
async function startAndKill(dataDir: string): Promise<number> {
  const program = `
    import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
    import { Client } from "pg";
    const { ownerUrl: url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("create table note as select 'committed' as text");
    console.log("ready");`;
  const root = join(import.meta.dirname, "..", "..");
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const pid = await readPid(dataDir);
  child.kill("SIGKILL");
  await once(child, "exit");
  return pid;
}
