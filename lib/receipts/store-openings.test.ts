import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { inTransaction, onConnection } from "#lib/storage/transaction.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { until } from "#lib/testing/until.ts";
import { openingsStatement, usesStatement } from "./store-openings.ts";
import { updateTokensVoid } from "./store-tokens.ts";

const issuer = { organizationId: "org_busy", environment: "development" } as const;
const hash = hashToken(createToken("tok"));

let drop: () => Promise<void>;
let paymentId: string | undefined;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  await pool().query(
    `INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, created_at,
                               expires_at)
     SELECT CASE n WHEN 1 THEN $1 ELSE sha256(n::text::bytea) END, 'development', 'org_busy', 'usr_1',
            'key', now(), now() + interval '2 minutes'
     FROM generate_series(1, 2000) n`,
    [hash],
  );
  await fillPayments({ cardholderId: "usr_1", count: 2000 });
  const { rows } = await pool().query<{ id: string }>("SELECT id FROM payment LIMIT 1");
  paymentId = rows[0]?.id;
});
after(async () => {
  await closeDatabase();
  await drop();
});

const wanted = () => ({ ...issuer, hash, paymentId: paymentId ?? "" });
const caller = { apiKeyId: "ak_1", memberId: null, address: null, entryId: null, requestId: null };
const statements = {
  "to see whether they fit": () => openingsStatement([wanted()]),
  "to use the token up": () => usesStatement([{ ...wanted(), ...caller }]),
};

// PostgreSQL analyzes one table at a time, and takes one that it has not analyzed for small.
for (const counted of ["", "payment", "payment, access_token"]) {
  describe(`token and receipt are found by their keys, ${counted || "nothing"} counted`, () => {
    before(async () => {
      await pool().query("UPDATE access_token SET used_at = NULL WHERE hash = $1", [hash]);
      if (counted) await pool().query(`ANALYZE ${counted}`);
    });
    for (const [name, statement] of Object.entries(statements)) {
      test(name, async () => {
        const { plan } = await explainQuery(statement());
        assert.match(plan, /Index Scan using access_token_pkey on access_token t \(actual rows=1/);
        assert.match(plan, /Index Scan using payment_\w+ on payment p \(actual rows=1/);
        assert.doesNotMatch(plan, /access_token_organization|Seq Scan|Removed by Filter: \d\d/);
      });
    }
  });
}

describe("these do not deadlock", () => {
  test("openings and an erasure of their cardholder", async () => {
    const [paymentId = ""] = await createPayments("usr_2", 1);
    // Descending, so that the erasure meets them in the other order.
    await createTokens("usr_2", [3, 2, 1]);
    const [, opened] = await whileHeld<unknown>({
      text: "SELECT FROM access_token WHERE hash = $1 FOR UPDATE",
      values: [hashOf(2)],
      steps: [
        () => inTransaction((transaction) => updateTokensVoid(transaction, issuer, "usr_2")),
        () => open([1, 2, 3].map((n) => [n, paymentId])),
      ],
    });
    assert.equal(opened, 0);
  });

  test("openings of the same receipts", async () => {
    const [first = "", second = "", third = ""] = await createPayments("usr_3", 3);
    await createTokens("usr_3", [4, 5, 6, 7, 8]);
    const opened = await whileHeld({
      text: `INSERT INTO payment_event (organization_id, environment, payment_id, kind)
             SELECT organization_id, environment, id, 'opened' FROM payment WHERE id = $1`,
      values: [second],
      steps: [
        () =>
          open([
            [4, third],
            [5, second],
            [6, first],
          ]),
        () =>
          open([
            [7, first],
            [8, third],
          ]),
      ],
    });
    assert.deepEqual(opened, [3, 2]);
    const { rows } = await pool().query(
      "SELECT FROM payment_event WHERE payment_id = ANY ($1) AND kind = 'opened'",
      [[first, second, third]],
    );
    assert.equal(rows.length, 3);
  });
});

function hashOf(n: number): Uint8Array {
  return new Uint8Array(32).fill(n);
}

/** Returns their ids in ascending order. */
async function createPayments(cardholderId: string, count: number): Promise<string[]> {
  await fillPayments({ cardholderId, count });
  const { rows } = await pool().query<{ id: string }>(
    "SELECT id FROM payment WHERE cardholder_id = $1 ORDER BY id",
    [cardholderId],
  );
  return rows.map(({ id }) => id);
}

async function createTokens(cardholderId: string, numbers: number[]): Promise<void> {
  for (const n of numbers) {
    await pool().query(
      `INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, created_at,
                                 expires_at)
       VALUES ($1, 'development', 'org_busy', $2, 'key', now(), now() + interval '2 minutes')`,
      [hashOf(n), cardholderId],
    );
  }
}

/** As a batch does, but without its second try; returns how many were opened. */
async function open(uses: [number, string][]): Promise<number | null> {
  const statement = usesStatement(
    uses.map(([n, paymentId]) => ({ ...issuer, ...caller, hash: hashOf(n), paymentId })),
  );
  const { rowCount } = await pool().query(statement);
  return rowCount;
}

/**
 * Holds the locks that the statement takes while the steps begin, each once the one before it waits; then releases
 * them and returns what the steps did.
 */
async function whileHeld<T>({
  text,
  values,
  steps,
}: {
  text: string;
  values: unknown[];
  steps: (() => Promise<T>)[];
}): Promise<T[]> {
  return await onConnection(async (holder) => {
    await holder.query("BEGIN");
    await holder.query(text, values);
    const begun: Promise<T>[] = [];
    for (const step of steps) {
      begun.push(step());
      await until(async () => (await countWaiting(pool())) === begun.length);
    }
    await holder.query("ROLLBACK");
    return await Promise.all(begun);
  });
}
