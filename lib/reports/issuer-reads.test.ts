import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { usersStatement } from "#lib/cardholders/store.ts";
import { cardholdersStatement, summaryStatement } from "#lib/cardholders/store-console.ts";
import { type AccessSelection, accessStatement } from "#lib/receipts/store-access-log.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillCardholders } from "#lib/testing/fill-cardholders.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import {
  grantsStatement,
  openedStatement,
  registeredStatement,
  sealedStatement,
  sourceStatement,
} from "./store-issuer.ts";

const LARGE = "usr_00000000000000000000000000000001";
const of = (organizationId: string) => ({ organizationId, environment: "development" }) as const;
const large = of("org_large");
const small = of("org_small");
const all = { before: "usr_g" };
const day = {
  from: new Date(Date.now() - 86_400_000),
  to: new Date(Date.now() + 3_600_000),
  bucketSeconds: 3600,
};
const log = (tenant = large, rest: AccessSelection = {}) => accessStatement(tenant, rest, 21);

const users = (tenant: typeof large) => usersStatement(tenant, { before: "usr_g", limit: 21 });

let drop: () => Promise<void>;
before(async () => {
  setTestConfig({});
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  // A cardholder with more receipts than any row of the list counts, and a small issuer before all.
  await fillPayments({ count: 100, spanMs: 86_400_000 });
  await fillCardholders(small);
  await fillPayments({ count: 30_000 });
  await fillPayments({ cardholderId: LARGE, count: 5_000 });
  await fillCardholders(large);
  for (const table of ["payment", "cardholder", "cardholder_key", "access_token"]) {
    await pool().query(`VACUUM ANALYZE ${table}`);
  }
});
after(async () => {
  await closeDatabase();
  await drop();
});

type Case = [string, { text: string; values: unknown[] }, number];

const cases: Case[] = [
  ["a page of cardholders", cardholdersStatement(large, all, 21), 900],
  ["a page of a small issuer", cardholdersStatement(small, all, 21), 400],
  [
    "a search that finds one",
    cardholdersStatement(
      large,
      { ...all, search: { userIds: [LARGE, `${LARGE}g`], keyId: LARGE } },
      21,
    ),
    1_200,
  ],
  [
    "a search that finds nothing",
    cardholdersStatement(large, { ...all, search: { keyId: "zzz" } }, 21),
    20,
  ],
  ["a cardholder with every state of its receipts", summaryStatement(large, LARGE), 2_500],
  ["the users of a large issuer", users(large), 30],
  ["the users of a small issuer", users(small), 40],
  ["the access log", log(), 60],
  ["the access log of a small issuer", log(small), 60],
  ["the access log, deep", log(large, { after: { at: new Date(), hash: new Uint8Array(12) } }), 60],
  ["the active ones", log(large, { outcome: "active" }), 2_000],
  ["grants of a cardholder", log(large, { userId: LARGE }), 100],
  ["grants of a cardholder, used", log(large, { userId: LARGE, outcome: "used" }), 120],
  // A descent for each of 25 buckets.
  ["registrations of a small issuer", registeredStatement(small, day), 80],
  ["grants of a small issuer", grantsStatement(small, day), 120],
  // Three for each receipt that was opened: any number of the 80, by chance.
  ["opened receipts of a small issuer", openedStatement(small, day), 270],
  ["sealed receipts of a small issuer", sealedStatement(small, day), 400],
  ["what a small issuer has less of", sourceStatement(day, 80), 20],
];

describe("an issuer's reads are bounded by what they show, not by what there is", () => {
  for (const [name, query, most] of cases) {
    test(name, async () => {
      const { plan, buffers } = await explainQuery(query);
      assert.doesNotMatch(plan, /Seq Scan on (payment|access_token|cardholder) /, plan);
      assert.ok(buffers <= most, `${buffers} buffers\n${plan}`);
    });
  }
});

test("a page of cardholders and one of the log read an index in order, however deep they lie", async () => {
  const { plan: page } = await explainQuery(cardholdersStatement(large, all, 21));
  assert.match(page, /Index Scan Backward using cardholder_organization_id_environment_id_idx/);
  assert.match(page, /Index Only Scan using payment_cardholder_id_id_idx/);
  const { plan } = await explainQuery(log());
  assert.match(
    plan,
    /Index Scan Backward using access_token_organization_id_environment_created_at_idx/,
  );
});
