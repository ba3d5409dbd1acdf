// What docs/upgrade.md lets an operator run, word for word: its test compares them.

/** On the older one. */
export const PUBLISH = "CREATE PUBLICATION moving FOR ALL TABLES";

/** Tables that the newer one still copies. */
export const COPYING = "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate <> 'r'";

export const ANALYZE = "VACUUM (ANALYZE)";

/** For sessions that begin now. */
export const STOP_WRITES =
  "ALTER ROLE sealslip IN DATABASE sealslip SET default_transaction_read_only = on";

export const ALLOW_WRITES =
  "ALTER ROLE sealslip IN DATABASE sealslip RESET default_transaction_read_only";

/** `stopped`: a literal with the time of the statement before. Run until nothing is left of those that may still write. */
export function endSessions(stopped: string): string {
  return `
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = 'sealslip' AND usename = 'sealslip' AND backend_start <= ${stopped}`;
}

/** A commit that waits for the disk, and for the standby: everything before it has got there. */
export const MARK = "SELECT pg_logical_emit_message(true, 'moving', 'the last')";

export const END_OF_LOG = "SELECT pg_current_wal_flush_lsn()";

/** Whether the other one has everything up to a place in the log, on its disk. */
export function hasConfirmed(end: string): string {
  return `SELECT confirmed_flush_lsn >= ${end} FROM pg_replication_slots WHERE slot_name = 'moving'`;
}

/** On either: whether its standby has replayed everything. */
export const REPLAYED =
  "SELECT replay_lsn >= pg_current_wal_flush_lsn() FROM pg_stat_replication WHERE sync_state = 'sync'";

/** Lists the statements that set the other one's sequences. */
export const LIST_SEQUENCES = `
  SELECT format('SELECT setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value)
  FROM pg_sequences WHERE last_value IS NOT NULL`;

export const UNSUBSCRIBE = "DROP SUBSCRIPTION moving";

/**
 * On the newer one, with all rows. As its owner: from 16 on, rows are otherwise applied with the rights of the table's owner,
 * whom the audit trail denies some.
 */
export function subscribe(place: string): string {
  return `${subscription(place)} WITH (run_as_owner = true)`;
}

/** On either, for what is written from now on. 15 has no other owner to run as. */
export function subscribeFromNow(place: string, version: number): string {
  const owner = version > 15 ? ", run_as_owner = true" : "";
  return `${subscription(place)} WITH (copy_data = false${owner})`;
}

function subscription(place: string): string {
  return `CREATE SUBSCRIPTION moving CONNECTION '${place} dbname=sealslip user=postgres' PUBLICATION moving`;
}
