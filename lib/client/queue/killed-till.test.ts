import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "#lib/client/create-client.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { createTillQueue } from "./create-till-queue.ts";
import { fileStorage } from "./file-storage.ts";
import type { Orders } from "./testing/killed-till.ts";

const SALES = runsLong ? 1000 : 100;
/** That have the folder at once, and how often each is killed at a random moment. */
const TILLS = 3;
const RANDOM_KILLS = runsLong ? 30 : 2;

/** Each is died at, in this order: a till that starts again gets further. */
const steps = [
  "before queued is stored",
  "after queued is stored",
  "before the marker",
  "after the marker",
  "before sent is stored",
  "after sent is stored",
  "before the request",
  "after the request",
  "before paid is stored",
  "after paid is stored",
];

const service = setUpTestService();

test(`of ${SALES} sales at tills that are killed, none is paid twice, and none is lost`, async () => {
  const apiKey = await createTestKey();
  const home = await mkdtemp(join(tmpdir(), "killed-till-"));
  const folder = join(home, "queue");
  const names = Array.from({ length: SALES }, (_, index) => `sale-${index}`);
  const place = { url: service.url, apiKey, folder };
  const alone = names.splice(0, 4 * steps.length);

  for (const step of steps) {
    const dieAt = { step, times: 3 };
    assert.equal(await runTill({ ...place, names: alone, dieAt }), "SIGKILL", step);
  }
  const shares = Array.from({ length: TILLS }, (_, at) =>
    [...alone, ...names].filter((_name, index) => index % TILLS === at),
  );
  await Promise.all(shares.map((share) => killAtRandom({ ...place, names: share })));

  const client = createClient({ baseUrl: service.url, apiKey });
  const storage = fileStorage(folder);
  const queue = await createTillQueue({ client, gateway: "gateway_one", storage });
  const entries = await queue.list();
  const { losses, isNew } = await queue.status();
  await queue.close();
  assert.deepEqual({ losses, isNew }, { losses: [], isNew: false });
  const payments: { paymentId: string; receiptId: string; status: string }[] = [];
  for await (const payment of client.payments.list({ limit: 100 })) {
    const { paymentId, veroMetadata } = payment;
    payments.unshift({
      paymentId,
      receiptId: veroMetadata.receiptId,
      status: veroMetadata.paymentStatus,
    });
  }
  assert.equal(payments.length, SALES);
  assert.ok(payments.every(({ status }) => status === "succeeded"));
  assert.deepEqual(
    payments.map(({ paymentId, receiptId }) => [paymentId, receiptId]),
    entries.map((entry) => [entry.state === "paid" && entry.payment.paymentId, entry.receiptId]),
    "one payment for each sale, in the order of the queue",
  );
  assert.equal(new Set(payments.map(({ receiptId }) => receiptId)).size, SALES);
  await rm(home, { recursive: true });
});

/** Until it ends by itself. */
async function killAtRandom(orders: Orders): Promise<void> {
  for (let kills = 0; kills < RANDOM_KILLS; kills++) {
    await runTill(orders, Math.random() * 100);
  }
  assert.equal(await runTill(orders), 0);
}

/** Returns the signal or the code that it ended with. */
async function runTill(orders: Orders, killAfterMs?: number): Promise<string | number | null> {
  const program = spawnProgram(
    "lib/client/queue/testing/killed-till.ts",
    {},
    {
      args: [JSON.stringify(orders)],
    },
  );
  const errors = text(program.stderr);
  const exited = once(program, "exit");
  if (killAfterMs !== undefined) {
    await Promise.race([once(program.stdout, "data"), exited]);
    await Promise.race([pause(killAfterMs), exited]);
    program.kill("SIGKILL");
  }
  program.stdout.resume();
  await exited;
  const outcome = program.signalCode ?? program.exitCode;
  assert.ok(outcome === 0 || outcome === "SIGKILL", await errors);
  return outcome;
}
