import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parseConfig } from "#lib/config.ts";
import { startRedisStandIn } from "#lib/testing/redis-stand-in.ts";
import { startSmtpStandIn } from "#lib/testing/smtp-stand-in.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { findDiskProblems, requireSoundParts } from "./check-parts.ts";
import { findReasons } from "./start-error.ts";

async function reasonsOf(env: Record<string, string>): Promise<string[]> {
  const failure = await requireSoundParts(parseConfig(env)).catch((error: unknown) => error);
  return failure === undefined ? [] : (findReasons(failure) ?? [String(failure)]);
}

/** Nothing listens there. */
const CLOSED = "127.0.0.1:1";

test("parts that answer have nothing wrong with them", async () => {
  await using redis = await startRedisStandIn();
  await using mail = await startSmtpStandIn({ user: { name: "mail", password: "right" } });
  assert.deepEqual(await reasonsOf({ REDIS_URL: redis.url, SMTP_URL: mail.url }), []);
  assert.deepEqual(mail.letters, []);
});

describe("one report has each part that cannot be used, and no password", () => {
  test("where nothing listens", async () => {
    const [redis = "", mail = "", ...others] = await reasonsOf({
      REDIS_URL: `redis://:secret@${CLOSED}`,
      SMTP_URL: `smtp://user:secret@${CLOSED}`,
    });
    assert.match(redis, /^REDIS_URL: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
    assert.match(mail, /^SMTP_URL: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
    assert.deepEqual(others, []);
    assert.doesNotMatch(redis + mail, /secret/);
  });

  test("where the standby does not answer, or is none", async () => {
    const databaseUrl = `postgresql://user:secret@${CLOSED}/sealslip`;
    const [away = "", ...others] = await reasonsOf({
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: databaseUrl,
    });
    assert.match(away, /^DATABASE_READ_URL: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
    assert.doesNotMatch(away, /secret/);
    assert.deepEqual(others, []);

    const { url, drop } = await createTestDatabase();
    const [reason = ""] = await reasonsOf({ DATABASE_URL: url, DATABASE_READ_URL: url });
    await drop();
    assert.match(reason, /^DATABASE_READ_URL: .+ it is no standby, .+ or remove the setting$/);
  });

  test("where Redis speaks no TLS", async () => {
    await using redis = await startRedisStandIn();
    const url = redis.url.replace("redis:", "rediss:");
    const [reason = ""] = await reasonsOf({ REDIS_URL: url });
    assert.match(reason, /^REDIS_URL: 127\.0\.0\.1:\d+ cannot be used: ./);
  });

  test("where the mail server does not take its user", async () => {
    await using mail = await startSmtpStandIn({ user: { name: "mail", password: "right" } });
    const url = mail.url.replace("right", "secret");
    const [reason = ""] = await reasonsOf({ SMTP_URL: url });
    assert.match(reason, /^SMTP_URL: 127\.0\.0\.1:\d+ cannot be used: Invalid login/);
    assert.doesNotMatch(reason, /secret/);
  });
});

test("a disk with little room is named, also where the data folder is still to be made", async () => {
  const folder = join(tmpdir(), "sealslip-not-yet", "data");
  assert.deepEqual(await findDiskProblems(folder, 0), []);
  const [problem = ""] = await findDiskProblems(folder, Number.POSITIVE_INFINITY);
  assert.match(problem, /^DATA_DIR: its disk has \d+\.\d GB left/);
});
