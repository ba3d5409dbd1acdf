import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { parseEnv } from "node:util";
import { Client } from "pg";
import { parseConfig } from "#lib/config.ts";
import { startPoolerStandIn } from "#lib/testing/pooler-stand-in.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { checkOnly } from "./check-start.ts";
import { describeStartFailure } from "./start-error.ts";

const database = setUp(async () => {
  const created = await createTestDatabase();
  return { ...created, [Symbol.asyncDispose]: created.drop };
});

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sealslip-check-"));
});
after(() => rm(folder, { recursive: true }));

async function report(env: Record<string, string>): Promise<string[]> {
  const settings = parseConfig({ DATA_DIR: join(folder, "data"), ...env });
  const failure = await checkOnly(settings, { serves: true }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure === undefined ? [] : describeStartFailure(failure).split("\n✗ ");
}

const production = {
  NODE_ENV: "production",
  BASE_URL: "https://receipts.example",
  SMTP_URL: "smtps://mail",
};

describe("one report has", () => {
  test("what is wrong with the mode, the database, and each of the secrets", async () => {
    await using pooler = await startPoolerStandIn(database.url, { shares: true });
    const lines = await report({
      ...production,
      BASE_URL: "",
      DATABASE_URL: pooler.url,
      CARD_PEPPERS: "1:AAAA",
      COLUMN_KEYS: "nothing",
      ESCROW_KEYS: `1:${randomBytes(40).toString("base64")}`,
      SESSION_SECRET: randomBytes(32).toString("base64url"),
    });
    const expected = [
      /^NODE_ENV=production: BASE_URL: /,
      /^DATABASE_URL: statement_timeout is dropped /,
      /^DATABASE_URL: prepared statements /,
      /^ESCROW_KEYS: .*npm run -s secrets/,
      /^CARD_PEPPERS: /,
      /^COLUMN_KEYS: /,
    ];
    assert.equal(lines.length, expected.length, lines.join("\n"));
    for (const [place, line] of lines.entries()) assert.match(line, expected[place] ?? /^$/);
  });

  test("a pool that has no room for jobs, where there are any", async () => {
    const env = { DATABASE_POOL_SIZE: "1" };
    assert.match((await report(env)).join(), /^DATABASE_POOL_SIZE: must be 2 or more/);
    assert.deepEqual(await report({ ...env, WORKER: "0" }), []);
  });

  test("what is missing, and what is wrong with each of the others", async () => {
    const lines = await report({
      ...production,
      CARD_PEPPERS: "1:AAAA",
      ESCROW_KEYS: "1:AAAA",
      SESSION_SECRET: "short",
      VAPID_PRIVATE_KEY: "short",
    });
    assert.deepEqual(
      lines.map((line) => line.split(/[: ]/)[0]),
      ["ESCROW_KEYS", "missing", "SESSION_SECRET", "CARD_PEPPERS", "VAPID_PRIVATE_KEY"],
    );
    assert.match(lines[1] ?? "", /^missing in production mode: COLUMN_KEYS;/);
  });

  test("what is missing, once", async () => {
    const lines = await report(production);
    assert.deepEqual(
      lines.map((line) => line.split(":")[0]),
      ["missing in production mode"],
    );
  });

  test("nothing where a first start would make its own secrets, which it leaves to that", async () => {
    assert.deepEqual(await report({ DATABASE_URL: database.url }), []);
    assert.equal(existsSync(join(folder, "data")), false);
  });
});

test("npm run secrets makes a set that production mode takes, also with its base64 wrapped", async () => {
  const made = spawnProgram("scripts/secrets.ts", {});
  const file = await text(made.stdout);
  const path = join(folder, "secrets.env");
  await writeFile(path, file);
  assert.deepEqual(await report({ ...production, SECRETS_FILE: path }), []);

  const { ESCROW_KEYS = "", ...others } = parseEnv(file) as Record<string, string>;
  const wrapped = ESCROW_KEYS.replace(/.{64}/g, "$&\n");
  assert.deepEqual(await report({ ...production, ...others, ESCROW_KEYS: wrapped }), []);
});

test("a start that is refused for its secrets changes nothing in the database", async () => {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("DROP SCHEMA public CASCADE");
  await owner.query("CREATE SCHEMA public");
  const env = { ...production, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  const worker = spawnProgram("worker.ts", env);
  assert.match(await text(worker.stderr), /^✗ missing in production mode/);
  const { rows } = await owner.query(
    "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace",
  );
  await owner.end();
  assert.deepEqual(rows, []);
});
