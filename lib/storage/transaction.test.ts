import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { setUp } from "#lib/testing/set-up.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { pool } from "./database.ts";
import { inTransaction, isUniqueViolation, type Transaction } from "./transaction.ts";

const service = setUpTestService();

setUp(() =>
  asOwner(
    service.databaseUrl,
    "CREATE TABLE mark (id int PRIMARY KEY); GRANT ALL ON mark TO PUBLIC",
  ),
);

afterEach(() => pool().query("DELETE FROM mark"));

const insert = (transaction: Transaction, id: number) =>
  transaction.query("INSERT INTO mark VALUES ($1)", [id]);

async function listMarks(): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>("SELECT id FROM mark ORDER BY id");
  return rows.map(({ id }) => id);
}

describe("statements of a transaction that are sent together", () => {
  test("run in their order and take effect together", async () => {
    const seen = await inTransaction(async (transaction) => {
      const [, , { rows }] = await Promise.all([
        insert(transaction, 1),
        insert(transaction, 2),
        transaction.query("SELECT count(*)::int FROM mark"),
      ]);
      return [rows, await listMarks()];
    });
    assert.deepEqual(seen, [[{ count: 2 }], []]);
    assert.deepEqual(await listMarks(), [1, 2]);
  });

  test("take no effect where one of them is refused, whose error it is", async () => {
    const repeated = inTransaction((transaction) =>
      Promise.all([1, 2, 2, 3].map((id) => insert(transaction, id))),
    );
    await assert.rejects(repeated, isUniqueViolation);
    assert.deepEqual(await listMarks(), []);
  });

  test("take no effect where the work fails before they are answered", async () => {
    const failing = inTransaction(async (transaction) => {
      const inserted = insert(transaction, 1);
      await Promise.all([inserted, Promise.reject(new Error("out of luck"))]);
    });
    await assert.rejects(failing, { message: "out of luck" });
    assert.deepEqual(await listMarks(), []);
  });
});
