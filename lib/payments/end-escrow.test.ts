import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { endOverdueEscrow } from "./end-escrow.ts";

const PAGE = 500;

setUpTestService({ ESCROW_DAYS: "30" });

const inEscrow = "receipt_status = 'escrowed'";

async function count(text: string): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(`SELECT count(*) ${text}`);
  return rows[0]?.count ?? 0;
}

test("escrow that is over ends a page at a time, whoever's it is, and nothing else does", async () => {
  await fillPayments({ organizationId: "org_one", count: 4_000 });
  await fillPayments({ organizationId: "org_two", count: 3_000 });
  // Two of three are overdue, among others of the same card.
  await pool().query(
    `UPDATE payment SET card_index = sha256(left(id, 16)::bytea),
       escrowed_at = CASE WHEN right(id, 1) < 'b' THEN now() - interval '31 days' ELSE escrowed_at END
     WHERE ${inEscrow}`,
  );
  const overdue = await count(
    `FROM payment WHERE ${inEscrow} AND escrowed_at < now() - interval '30 days'`,
  );
  const waiting = (await count(`FROM payment WHERE ${inEscrow}`)) - overdue;
  assert.ok(overdue > PAGE && waiting > 100);

  await endOverdueEscrow();
  assert.equal(
    await count("FROM payment WHERE receipt_status = 'expired' AND encrypted_key IS NULL"),
    overdue,
  );
  assert.equal(await count(`FROM payment WHERE ${inEscrow}`), waiting);
  assert.equal(await count("FROM payment_event WHERE kind = 'expired'"), overdue);
  assert.equal(
    await count(`FROM payment WHERE receipt_status = 'expired' AND card_index IN (
      SELECT sha256(left(id, 16)::bytea) FROM payment)`),
    0,
  );
  // Each row has the transaction that wrote it.
  const { rows } = await pool().query(
    `SELECT count(*) FROM payment_event WHERE kind = 'expired' GROUP BY xmin::text`,
  );
  assert.equal(Math.max(...rows.map((row) => row.count)), PAGE);
});
