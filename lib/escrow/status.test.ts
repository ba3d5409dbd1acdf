import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { countOverdue, expireEscrow } from "./release.ts";
import { countEnds, describeEscrow } from "./status.ts";

const service = setUpTestService({ ESCROW_DAYS: "30" });
const api = setUpApi(service);

// One for the whole test, which may run across midnight.
const now = Date.now();
const timeIn = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000).toISOString();
const dayIn = (days: number) => timeIn(days).slice(0, 10);

test("counts what waits, by the day when it expires", async () => {
  assert.deepEqual(await describeEscrow(), []);
  const hashedPan = randomHashedPan();
  const ids: string[] = [];
  for (const _ of [1, 2, 3, 4]) {
    const answer = await api.post("/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: hashedPan }),
    });
    ids.push(answer.body.data.paymentId);
  }
  for (const [index, days] of [5, 5, 31, 0].entries()) {
    const values = [ids[index], timeIn(-days)];
    await pool().query("UPDATE payment SET escrowed_at = $2 WHERE id = $1", values);
  }
  const [development, ...others] = await describeEscrow();
  assert.deepEqual(others, []);
  assert.equal(development?.environment, "development");
  assert.equal(development.receipts, 4);
  assert.equal(development.oldestSince.toISOString().slice(0, 10), dayIn(-31));
  assert.deepEqual(development.versions, [{ version: 1, receipts: 4 }]);
  assert.deepEqual(development.expires, [
    { day: dayIn(-1), receipts: 1 },
    { day: dayIn(25), receipts: 2 },
    { day: dayIn(30), receipts: 1 },
  ]);
  assert.deepEqual(await countEnds(7), { overdue: 1, soon: 0 });
  assert.deepEqual(await countEnds(26), { overdue: 1, soon: 2 });
  assert.equal(await countOverdue(), 1);
  await inTransaction(expireEscrow);
  assert.equal(await countOverdue(), 0);
  await registerCardholder(api, hashedPan);
  assert.deepEqual(await describeEscrow(), []);
});
