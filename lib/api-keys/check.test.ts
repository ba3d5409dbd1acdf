import assert from "node:assert/strict";
import { afterEach, mock, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pool } from "#lib/storage/database.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { checkApiKey, forgetApiKeys } from "./check.ts";
import { KEY_CACHE_MS } from "./key-cache.ts";

setUpTestService();
afterEach(() => mock.restoreAll());

const check = async (key: string) => (await checkApiKey(key, "127.0.0.1")).state;

function stopClock({ mock }: TestContext) {
  const clock = { now: performance.now() };
  mock.method(performance, "now", () => clock.now);
  return {
    async advance(ms: number) {
      clock.now += ms;
      // The cache looks at the clock once a millisecond.
      await pause(5);
    },
  };
}

/** Counts the look-ups of keys. Once `hold` is called, they get no answer until what it returns is called. */
function watchLookUps() {
  const query = pool().query.bind(pool()) as (...args: unknown[]) => Promise<unknown>;
  const watched = { asked: 0, answered: 0 };
  let gate = Promise.resolve();
  mock.method(pool(), "query", async (...args: unknown[]) => {
    const [statement] = args as [{ name?: string }];
    if (statement.name !== "select-presented-key") return await query(...args);
    watched.asked += 1;
    const held = gate;
    const answer = await query(...args);
    await held;
    watched.answered += 1;
    return answer;
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return Object.assign(watched, { hold });
}

test("calls of the same moment look a key up once", async () => {
  const key = await createTestKey();
  const lookUps = watchLookUps();
  const states = await Promise.all([check(key), check(key), check(key)]);
  assert.deepEqual(states, ["valid", "valid", "valid"]);
  assert.equal(lookUps.asked, 1);
});

test("a key in use is looked up again before its time is over, and no call waits for that", async (context) => {
  const key = await createTestKey();
  const clock = stopClock(context);
  const lookUps = watchLookUps();
  await check(key);
  await clock.advance(KEY_CACHE_MS / 2);
  await check(key);
  assert.equal(lookUps.asked, 1);

  await clock.advance(KEY_CACHE_MS / 2 - 50);
  const answer = lookUps.hold();
  assert.deepEqual([await check(key), await check(key)], ["valid", "valid"]);
  assert.deepEqual([lookUps.asked, lookUps.answered], [2, 1]);
  answer();
  await until(async () => lookUps.answered === 2);
  await clock.advance(KEY_CACHE_MS / 2);
  assert.equal(await check(key), "valid");
  assert.equal(lookUps.asked, 2);
});

test("the end of a key counts once it was looked up again", async (context) => {
  const key = await createTestKey();
  const clock = stopClock(context);
  const lookUps = watchLookUps();
  await check(key);
  await pool().query("UPDATE api_key SET revoked_at = now()");
  await clock.advance(KEY_CACHE_MS - 50);
  assert.equal(await check(key), "valid");
  await until(async () => lookUps.answered === 2);
  assert.equal(await check(key), "refused");
});

test("a key that is not in use is not relied on after its time", async (context) => {
  const key = await createTestKey();
  const clock = stopClock(context);
  await check(key);
  await pool().query("UPDATE api_key SET revoked_at = now()");
  await clock.advance(KEY_CACHE_MS + 1);
  assert.equal(await check(key), "refused");
});

test("a look-up that began too long ago is not shared", async (context) => {
  const key = await createTestKey();
  const clock = stopClock(context);
  const lookUps = watchLookUps();
  const answer = lookUps.hold();
  const early = check(key);
  await until(async () => lookUps.asked === 1);
  await clock.advance(KEY_CACHE_MS + 1);
  const late = check(key);
  await until(async () => lookUps.asked === 2);
  answer();
  assert.deepEqual(await Promise.all([early, late]), ["valid", "valid"]);
});

test("what was being looked up when keys were forgotten is not kept", async () => {
  const key = await createTestKey();
  const lookUps = watchLookUps();
  const answer = lookUps.hold();
  const early = check(key);
  await until(async () => lookUps.asked === 1);
  forgetApiKeys();
  answer();
  assert.equal(await early, "valid");
  await check(key);
  assert.equal(lookUps.asked, 2);
});
