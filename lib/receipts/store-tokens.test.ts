import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { tokensStatement } from "./store-tokens.ts";

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  await pool().query(`
    INSERT INTO organization (id, name, kind, tier) VALUES ('org_busy', 'Busy', 'issuer', 'free')`);
  await pool().query(`
    WITH made AS (
      INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                              current_key_id, registered_at)
      SELECT 'usr_' || n, 'development', sha256(n::text::bytea), 1, 'org_busy', 'key_' || n, now()
      FROM generate_series(1, 20000) n RETURNING *
    )
    INSERT INTO cardholder_key (cardholder_id, key_id, public_key, created_at)
    SELECT id, current_key_id, 'pem', registered_at FROM made`);
});
after(async () => {
  await closeDatabase();
  await drop();
});

// PostgreSQL analyzes one table at a time, and takes one that it has not analyzed for small.
for (const counted of ["", "cardholder", "cardholder, cardholder_key"]) {
  test(`a grant reads one cardholder of many, ${counted || "nothing"} counted`, async () => {
    if (counted) await pool().query(`ANALYZE ${counted}`);
    const now = new Date();
    const statement = tokensStatement([
      {
        organizationId: "org_busy",
        environment: "development",
        hash: hashToken(createToken("tok")),
        cardholderId: "usr_77",
        keyId: "key_77",
        paymentId: null,
        createdAt: now,
        expiresAt: now,
        apiKeyId: "ak_1",
        memberId: null,
        address: null,
        consentMethod: null,
        entryId: null,
        requestId: null,
      },
    ]);
    const { plan } = await explainQuery(statement);
    assert.match(
      plan,
      /Index Scan using cardholder_pkey on cardholder c \(actual rows=1\.00 loops=1\)/,
    );
    assert.match(
      plan,
      /Index Scan using cardholder_key_pkey on cardholder_key k \(actual rows=1\.00 /,
    );
  });
}
