import { cardholdersStatement } from "#lib/cardholders/store-console.ts";
import { lastId } from "#lib/core/ids.ts";
import { type AccessSelection, accessStatement } from "#lib/receipts/store-access-log.ts";
import {
  grantsStatement,
  registeredStatement,
  sealedStatement,
} from "#lib/reports/store-issuer.ts";
import { pool } from "#lib/storage/database.ts";
import { fillCardholders } from "#lib/testing/fill-cardholders.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { onBenchDatabase } from "./bench-database.ts";
import { describeMachine } from "./machine.ts";
import { type Read, ROUNDS, reportReads } from "./report-reads.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SPAN_MS = 30 * DAY_MS;
const tenant = { organizationId: "org_issuer", environment: "development" } as const;

await onBenchDatabase(async () => {
  console.log(`\nwhat the issuer console reads, ${ROUNDS} times each, one after another`);
  console.log(describeMachine());
  await fillPayments({ count: 100_000, spanMs: SPAN_MS });
  await fillCardholders(tenant);
  await report();
});

async function report(): Promise<void> {
  for (const table of ["payment", "cardholder", "cardholder_key", "access_token"]) {
    await pool().query(`VACUUM ANALYZE ${table}`);
  }
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM payment) AS payments, (SELECT count(*) FROM cardholder) AS holders,
            (SELECT count(*) FROM access_token) AS grants`,
  );
  const { payments, holders, grants } = rows[0];
  console.log(`\n${payments} payments of ${holders} cardholders in 30 days, ${grants} grants`);
  await reportReads(await queries());
}

async function queries(): Promise<Read[]> {
  const { rows } = await pool().query<{ id: string; key: string }>(
    "SELECT id, current_key_id AS key FROM cardholder ORDER BY id OFFSET 5000 LIMIT 1",
  );
  const { id, key } = rows[0] ?? { id: "", key: "" };
  const now = Date.now();
  const middle = { at: new Date(now - SPAN_MS / 2), hash: new Uint8Array(12) };
  const month = { from: new Date(now - SPAN_MS), to: new Date(now), bucketSeconds: 86_400 };
  const page = (before: string) => cardholdersStatement(tenant, { before }, 21);
  const search = (text: string) => {
    const userIds = text.startsWith("usr_") ? ([text, `${text}g`] as const) : undefined;
    return cardholdersStatement(
      tenant,
      { before: lastId("cardholder"), search: { userIds, keyId: text } },
      21,
    );
  };
  const log = (selection: AccessSelection) => accessStatement(tenant, selection, 21);
  return [
    ["cardholders, first page", page(lastId("cardholder"))],
    ["cardholders, in the middle", page(id)],
    ["search, a user id", search(id)],
    ["search, a key id", search(key)],
    ["search, everything", search("key_")],
    ["search, nothing", search("zzz")],
    ["access log, first page", log({})],
    ["access log, in the middle", log({ after: middle })],
    ["access log, expired", log({ outcome: "expired" })],
    ["access log, active, of which there is none", log({ outcome: "active" })],
    ["grants of a cardholder", log({ userId: id })],
    ["overview, registered in 30 days", registeredStatement(tenant, month)],
    ["overview, sealed in 30 days", sealedStatement(tenant, month)],
    ["overview, grants of 30 days", grantsStatement(tenant, month)],
  ];
}
