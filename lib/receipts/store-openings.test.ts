import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { openingsStatement, usesStatement } from "./store-openings.ts";

const issuer = { organizationId: "org_busy", environment: "development" } as const;
const hash = hashToken(createToken("tok"));

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  // Nothing has counted them yet, and nothing will.
  await pool().query(
    `INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, created_at,
                               expires_at)
     SELECT CASE n WHEN 1 THEN $1 ELSE sha256(n::text::bytea) END, 'development', 'org_busy', 'usr_1',
            'key_1', now(), now() + interval '2 minutes'
     FROM generate_series(1, 2000) n`,
    [hash],
  );
});
after(async () => {
  await closeDatabase();
  await drop();
});

describe("a token is found by its hash, however many its tenant has", () => {
  const use = { hash, paymentId: "pay_1", address: null, apiKeyId: "ak_1", memberId: null };
  const statements = {
    "to see whether it fits": openingsStatement([{ ...issuer, hash, paymentId: "pay_1" }]),
    "to use it up": usesStatement([{ ...issuer, ...use, entryId: null, requestId: null }]),
  };
  for (const [name, statement] of Object.entries(statements)) {
    test(name, async () => {
      const { plan } = await explainQuery(statement);
      assert.match(plan, /Index Scan using access_token_pkey on access_token t \(actual rows=1/);
      assert.doesNotMatch(plan, /access_token_organization/);
    });
  }
});
