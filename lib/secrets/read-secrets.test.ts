import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { parseConfig } from "#lib/config.ts";
import { readSecrets } from "./read-secrets.ts";
import { SecretsError } from "./secrets-error.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sealslip-secrets-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const read = (env: Record<string, string> = {}) =>
  readSecrets(parseConfig({ DATA_DIR: dataDir, ...env }));

const given = {
  CARD_PEPPERS: `1:${randomBytes(32).toString("base64")}`,
  COLUMN_KEYS: `1:${randomBytes(32).toString("base64")}`,
  ESCROW_KEYS: "1:AAAA",
  SESSION_SECRET: randomBytes(32).toString("base64url"),
};

const secretsPath = () => join(dataDir, "secrets.env");

describe("the embedded default", () => {
  test("makes every secret once, for the owner's eyes only", async () => {
    const made = await read();
    assert.deepEqual(Object.keys(made).sort(), [...Object.keys(given), "VAPID_PRIVATE_KEY"].sort());
    assert.equal((await stat(secretsPath())).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(dataDir), ["secrets.env", "web-push.env"]);
    assert.deepEqual(await read(), made);
  });

  test("makes others for another installation", async () => {
    const made = await read();
    await rm(secretsPath());
    const again = await read();
    for (const name of Object.keys(given) as (keyof typeof given)[]) {
      assert.notEqual(again[name], made[name]);
    }
  });

  test("gives way to what is set", async () => {
    const { CARD_PEPPERS, ...rest } = await read({ CARD_PEPPERS: given.CARD_PEPPERS });
    assert.equal(CARD_PEPPERS, given.CARD_PEPPERS);
    assert.ok(Object.values(rest).every(Boolean));
  });

  test("writes nothing where everything is set", async () => {
    assert.deepEqual(await read(given), given);
    assert.deepEqual(await readdir(dataDir), []);
  });

  test("is the same for first starts at the same moment", async () => {
    const [first, ...others] = await Promise.all([read(), read(), read()]);
    for (const other of others) assert.deepEqual(other, first);
    assert.deepEqual(await readdir(dataDir), ["secrets.env", "web-push.env"]);
  });
});

describe("SECRETS_FILE", () => {
  test("is read, and the environment goes before it", async () => {
    const path = join(dataDir, "mounted");
    const lines = Object.entries(given).map(([name, value]) => `${name}=${value}`);
    await writeFile(path, lines.join("\n"));
    const SESSION_SECRET = randomBytes(32).toString("base64url");
    const env = { SECRETS_FILE: path, NODE_ENV: "production", SESSION_SECRET };
    assert.deepEqual(await read(env), { ...given, SESSION_SECRET });
  });

  test("that is not there is an error that names it", async () => {
    await assert.rejects(read({ SECRETS_FILE: join(dataDir, "absent") }), {
      name: "SecretsError",
      message: /SECRETS_FILE/,
    });
  });
});

describe("production mode", () => {
  for (const name of Object.keys(given) as (keyof typeof given)[]) {
    test(`refuses to start without ${name} and says so`, async () => {
      const { [name]: _missing, ...rest } = given;
      await assert.rejects(read({ ...rest, NODE_ENV: "production" }), (error) => {
        assert.ok(error instanceof SecretsError);
        assert.match(error.message, new RegExp(name));
        for (const other of Object.keys(rest))
          assert.doesNotMatch(error.message, new RegExp(other));
        return true;
      });
    });
  }

  test("never falls back to secrets of its own", async () => {
    await read();
    assert.match(await readFile(secretsPath(), "utf8"), /CARD_PEPPERS/);
    await assert.rejects(
      read({ NODE_ENV: "production" }),
      /CARD_PEPPERS.*COLUMN_KEYS.*ESCROW_KEYS.*SESSION_SECRET/,
    );
  });

  for (const weak of ["short", "s".repeat(64), "abcabcabcabcabcabcabcabcabcabcabcabc"]) {
    test(`refuses the session secret ${weak.slice(0, 12)}…`, async () => {
      await assert.rejects(
        read({ ...given, SESSION_SECRET: weak, NODE_ENV: "production" }),
        (error) => {
          assert.ok(error instanceof SecretsError);
          assert.match(error.message, /SESSION_SECRET/);
          assert.ok(!error.message.includes(weak));
          return true;
        },
      );
    });
  }
});
