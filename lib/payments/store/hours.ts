import { firstIdAt, idTime, lastId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";

// SQL by hand throughout: sums over the payments of an hour, each in one statement with what it replaces.

const HOUR_MS = 60 * 60 * 1000;
const MAX_CHANGES = 5_000;

/**
 * Sums the payments of the next hour that has any, of all organizations, and the grants up to its end. Returns
 * whether there may be another one before `end`. Only one process at a time gets here, since the progress is
 * locked.
 */
export async function insertNextHour(end: Date): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    const until = await selectUntilForUpdate(transaction);
    if (until >= end) return false;

    const hour = await selectNextHour(transaction, until);
    const isLast = hour === undefined || hour >= end;
    const next = isLast ? end : new Date(hour.getTime() + HOUR_MS);
    const ids = [firstIdAt("payment", until), firstIdAt("payment", next)];
    await transaction.query(sumHourSql, [until, next, hour, ...ids]);
    await transaction.query(findOpenedAgainSql, [until, next]);
    return !isLast;
  });
}

async function selectUntilForUpdate(transaction: Transaction): Promise<Date> {
  const { rows } = await transaction.query<{ until: Date }>(
    "SELECT until FROM payment_sum_progress FOR UPDATE",
  );
  const [row] = rows;
  if (!row) throw new Error("a migration has inserted the progress of the sums");
  return row.until;
}

/** Of the first payment at or after the time; hours without payments have no sums of them. */
async function selectNextHour(transaction: Transaction, time: Date): Promise<Date | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    "SELECT id FROM payment WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 1",
    [firstIdAt("payment", time), lastId("payment")],
  );
  const [row] = rows;
  return row && new Date(Math.floor(idTime(row.id).getTime() / HOUR_MS) * HOUR_MS);
}

// Changes of what was not summed yet: the same snapshot sees them in the payments, or sees neither.
const sumHourSql = `
  WITH superseded AS (
    DELETE FROM payment_sum WHERE is_change AND hour >= $1 AND hour < $2
  ), progress AS (
    UPDATE payment_sum_progress SET until = $2
  ), sums AS (
    SELECT organization_id, environment, currency, gateway, status, receipt_status,
           count(*) AS payments,
           count(*) FILTER (WHERE status = 'succeeded') AS approved,
           count(*) FILTER (WHERE status = 'failed') AS declined,
           count(*) FILTER (WHERE receipt_status = 'sealed') AS sealed,
           count(*) FILTER (WHERE receipt_status = 'escrowed') AS escrowed,
           coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) AS amount,
           min(amount) AS lowest, max(amount) AS highest
    FROM payment WHERE id >= $4 AND id < $5
    GROUP BY organization_id, environment, currency, gateway, status, receipt_status
  ), openings AS (
    SELECT tenant.organization_id, tenant.environment, opened.count
    FROM (SELECT DISTINCT organization_id, environment FROM sums) tenant
    CROSS JOIN LATERAL (
      SELECT count(*) FROM payment_event e
      WHERE e.kind = 'opened' AND e.organization_id = tenant.organization_id
        AND e.environment = tenant.environment AND e.payment_id >= $4 AND e.payment_id < $5) opened
    WHERE opened.count > 0
  ), held AS (
    SELECT issuer.organization_id, issuer.environment, count(*) AS held
    FROM payment p
    JOIN (SELECT id, organization_id, environment FROM cardholder
          UNION ALL
          -- Erased, and their payments not all yet.
          SELECT cardholder_id, organization_id, environment FROM erasure) issuer
      ON issuer.id = p.cardholder_id
    WHERE p.id >= $4 AND p.id < $5 AND p.status NOT IN ('pending', 'requires_confirmation')
    GROUP BY 1, 2
  ), granted AS (
    SELECT organization_id, environment, date_bin('1 hour', created_at, 'epoch') AS hour,
           count(used_at) AS used, count(*) - count(used_at) AS expired, count(used_for) AS opened
    FROM access_token WHERE created_at >= $1 AND created_at < $2
    GROUP BY 1, 2, 3
  ), of_merchants AS (
    INSERT INTO payment_sum (organization_id, environment, hour, currency, gateway, status,
                             receipt_status, is_change, payments, approved, declined, sealed,
                             escrowed, amount, lowest, highest)
    SELECT organization_id, environment, $3::timestamptz, currency, gateway, status,
           receipt_status, false, payments, approved, declined, sealed,
           escrowed, amount, lowest, highest
    FROM sums
  )
  INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change,
                           opened, held, grants_used, grants_expired, grants_opened)
  SELECT organization_id, environment, $3, '', false, count, 0, 0, 0, 0 FROM openings
  UNION ALL
  SELECT organization_id, environment, $3, '', false, 0, held, 0, 0, 0 FROM held
  UNION ALL
  SELECT organization_id, environment, hour, '', false, 0, 0, used, expired, opened FROM granted`;

/** No period that is shown is longer. */
const LONGEST_PERIOD = "31 days";

/** Grants that opened a receipt which another one had opened before. */
const findOpenedAgainSql = `
  UPDATE access_token t SET previous_at = again.previous_at
  FROM (
    SELECT later.hash, earlier.created_at AS previous_at
    FROM access_token later
    CROSS JOIN LATERAL (
      SELECT e.created_at FROM access_token e
      WHERE e.cardholder_id = later.cardholder_id AND e.used_for = later.used_for
        AND e.created_at > later.created_at - interval '${LONGEST_PERIOD}'
        AND (e.created_at, e.hash) < (later.created_at, later.hash)
      ORDER BY e.created_at DESC, e.hash DESC LIMIT 1) earlier
    WHERE later.created_at >= $1 AND later.created_at < $2 AND later.used_for IS NOT NULL) again
  WHERE t.hash = again.hash AND t.used_for IS NOT NULL AND t.previous_at IS NULL`;

/**
 * Adds the oldest changes to the sums of their hours; returns how many there were. Those that are
 * committed meanwhile stay for the next time.
 */
export async function addUpChanges(): Promise<number> {
  const { rows } = await pool().query<{ changes: number }>(
    `WITH changed AS (
       SELECT DISTINCT organization_id, environment, hour FROM (
         SELECT organization_id, environment, hour FROM payment_sum
         WHERE is_change AND hour < (SELECT until FROM payment_sum_progress)
         ORDER BY hour LIMIT $1) oldest
     ), parts AS (
       DELETE FROM payment_sum s USING changed c
       WHERE s.organization_id = c.organization_id AND s.environment = c.environment
         AND s.hour = c.hour
       RETURNING s.*
     ), added AS (
       INSERT INTO payment_sum (organization_id, environment, hour, currency, gateway, status,
                                receipt_status, is_change, payments, approved, declined, sealed,
                                escrowed, opened, amount, held, grants_used, grants_expired,
                                grants_opened, lowest, highest)
       SELECT organization_id, environment, hour, currency, gateway, status, receipt_status, false,
              sum(payments), sum(approved), sum(declined), sum(sealed), sum(escrowed),
              sum(opened), sum(amount),
              sum(held), sum(grants_used), sum(grants_expired), sum(grants_opened),
              min(lowest), max(highest)
       FROM parts
       GROUP BY organization_id, environment, hour, currency, gateway, status, receipt_status
     )
     SELECT count(*) FILTER (WHERE is_change) AS changes FROM parts`,
    [MAX_CHANGES],
  );
  return rows[0]?.changes ?? 0;
}

/**
 * From the hour of that time on, nothing is summed: for payments and grants that come into hours which may have been
 * summed without them. The progress stays locked until the transaction ends, so that no sum is in between.
 */
export async function rewindSums(transaction: Transaction, time: Date): Promise<void> {
  const until = await selectUntilForUpdate(transaction);
  const hour = new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
  if (until <= hour) return;
  await transaction.query("DELETE FROM payment_sum WHERE hour >= $1", [hour]);
  await transaction.query("UPDATE payment_sum_progress SET until = $1", [hour]);
}

/** Then nothing is summed. */
export async function deleteSums(): Promise<void> {
  await inTransaction(async (transaction) => {
    await selectUntilForUpdate(transaction);
    await transaction.query(`WITH deleted AS (DELETE FROM payment_sum)
                             UPDATE payment_sum_progress SET until = 'epoch'`);
  });
}
