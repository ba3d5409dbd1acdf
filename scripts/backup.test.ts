import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createProgress } from "#lib/backup/progress.ts";
import { checkFile } from "#lib/backup/restore.ts";
import { isAlive } from "#lib/storage/embedded/processes.ts";
import { setUpBackupKey } from "#lib/testing/backup-stage.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { runProgram, spawnProgram } from "#lib/testing/spawn-program.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const key = setUpBackupKey(service);
const path = () => join(service.dataDir, "own.backup");

function backUp(args: string[], env: Record<string, string> = {}) {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  return runProgram("scripts/backup.ts", args, { DATABASE_URL, DATA_DIR, ...env });
}

test("writes a file for its owner alone, and never over another one", async () => {
  const env = { BACKUP_RECIPIENTS: key.recipient };
  const { code, stdout, stderr } = await backUp([path()], env);
  assert.deepEqual([code, stdout], [0, ""], stderr);
  assert.match(
    stderr,
    /^(?: .+ after \d+ s\n)*✓ \d+ tables, [\d,]+ rows, [\d.]+ MB as [\d.]+ MB, [\d.]+ s\n$/,
  );
  assert.equal((await stat(path())).mode & 0o777, 0o600);
  const contents = await checkFile(
    await key.fileAt(path()),
    createProgress(() => undefined),
  );
  assert.ok(contents.tables.some(({ name }) => name === "payment"));

  const again = await backUp([path()], env);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^✗ .+ is there already: .+\n$/);
});

test("says in one line what is missing, and how to get it", async () => {
  const { code, stdout, stderr } = await backUp(["-"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^✗ BACKUP_RECIPIENTS: .+backup-key.+\n$/);
});

describe("tried in a database of its own", {
  skip: runsLong ? false : "npm run test:long runs it: it takes a PostgreSQL of its own",
}, () => {
  const args = () => [path(), "--identity", key.keyFile, "--scratch"];
  const scratch = () => join(service.dataDir, "scratch");
  setUp(() => mkdir(scratch()));
  const env = () => ({ DATABASE_URL: undefined, DATA_DIR: service.dataDir, TMPDIR: scratch() });

  test("it is good, and nothing of the trial is left", async () => {
    const { code, stdout, stderr } = await runProgram("scripts/restore.ts", args(), env());
    assert.equal(code, 0, stderr);
    assert.match(stdout, /a receipt made for this, since none waits in escrow/);
    assert.match(stdout, /The backup can be restored\./);
    assert.deepEqual(await readdir(scratch()), []);
  });

  test("a trial that is ended by a signal leaves nothing either", async () => {
    const trial = spawnProgram("scripts/restore.ts", env(), { args: args() });
    const readPid = async () => {
      const [name = "none"] = await readdir(scratch());
      const file = join(scratch(), name, "postgresql", "data", "postmaster.pid");
      return Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    };
    await until(async () => (await readPid()) > 0);
    const pid = await readPid();
    trial.kill("SIGTERM");
    const [code] = await once(trial, "exit");
    assert.equal(code, 130);
    assert.deepEqual(await readdir(scratch()), []);
    await until(async () => !isAlive(pid));
  });
});
