import assert from "node:assert/strict";
import { test } from "node:test";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { until } from "#lib/testing/until.ts";
import { type PrimaryAnswer, type StandbyAnswer, watchStandby } from "./watch-standby.ts";

const good: StandbyAnswer = { isStandby: true, lsn: 100, system: "one", problems: [] };

/** Checks every few milliseconds what the test lets the two servers say. */
function watch(maxLagMs = 60_000) {
  setTestConfig({});
  const lines: { reason?: string }[] = [];
  setLogDestination({ write: (line) => void lines.push(JSON.parse(line)) });
  const servers: { primary: PrimaryAnswer | Error; standby: StandbyAnswer | Error; cuts: number } =
    { primary: { lsn: 100, system: "one" }, standby: good, cuts: 0 };
  const answer = async <T>(one: T | Error): Promise<T> => {
    if (one instanceof Error) throw one;
    return one;
  };
  const watching = watchStandby({
    askPrimary: () => answer(servers.primary),
    askStandby: () => answer(servers.standby),
    cut() {
      servers.cuts += 1;
    },
    maxLagMs,
    intervalMs: 5,
  });
  const is = (state: string) => until(async () => watching.health().state === state);
  return { servers, lines, is, ...watching };
}

test("a standby is used once a check has found it complete", async () => {
  const { health, isUsed, is, stop } = watch();
  assert.deepEqual(health(), { state: "starting", lagMs: null });
  assert.equal(isUsed(), false);
  await is("used");
  assert.equal(isUsed(), true);
  await stop();
});

const unfit: [string, Partial<StandbyAnswer>, RegExp][] = [
  ["is no standby", { isStandby: false }, /no standby, or no longer.*DATABASE_READ_URL/],
  [
    "is one of another database",
    { system: "two" },
    /not a standby of the database of DATABASE_URL/,
  ],
  ["does not say how far it is", { lsn: null }, /does not say/],
  ["has settings that change answers", { problems: ["the time zone is odd"] }, /zone is odd/],
  ["has more than the primary", { lsn: 101 }, /follow the new primary/],
];
for (const [name, change, reason] of unfit) {
  test(`one that ${name} is not used, and the log says why`, async () => {
    const { servers, lines, isUsed, is, stop } = watch();
    await is("used");
    servers.standby = { ...good, ...change };
    await is("unfit");
    assert.equal(isUsed(), false);
    servers.standby = good;
    await is("used");
    await stop();
    const reasons = lines.flatMap((line) => line.reason ?? []);
    assert.equal(reasons.length, 1);
    assert.match(reasons.join(), reason);
  });
}

test("one that does not answer is cut off", async () => {
  const { servers, lines, is, stop } = watch();
  await is("used");
  servers.standby = new Error("connect ECONNREFUSED");
  await is("away");
  await stop();
  assert.ok(servers.cuts > 0);
  assert.equal(lines.at(-1)?.reason, "connect ECONNREFUSED");
});

test("one that a read has found away is not used until a check succeeds", async () => {
  const { isUsed, is, distrust, stop } = watch();
  await is("used");
  distrust(new Error("Connection terminated unexpectedly"));
  assert.equal(isUsed(), false);
  await is("used");
  await stop();
});

test("one whose primary says no more how far it is grows late", async () => {
  const { servers, is, stop } = watch(700);
  await is("used");
  servers.primary = new Error("away");
  await is("late");
  await stop();
});
