import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { openingsStatement, usesStatement } from "./store-openings.ts";

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
const actor = { apiKeyId: "ak_1", memberId: null };
const statements = {
  "to see whether they fit": () => openingsStatement([wanted()]),
  "to use the token up": () =>
    usesStatement([{ ...wanted(), ...actor, address: null, entryId: null, requestId: null }]),
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
