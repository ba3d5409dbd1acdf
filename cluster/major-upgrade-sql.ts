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

/** Where the other one has everything up to, on its disk. */
export const CONFIRMED =
  "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = 'moving'";

/** Lists the statements that set the other one's sequences. */
export const LIST_SEQUENCES = `
  SELECT format('SELECT setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value)
  FROM pg_sequences WHERE last_value IS NOT NULL`;

export const UNSUBSCRIBE = "DROP SUBSCRIPTION moving";

export function subscribe(place: string, { withCopy }: { withCopy: boolean }): string {
  const copy = withCopy ? "" : " WITH (copy_data = false)";
  return `CREATE SUBSCRIPTION moving CONNECTION '${place} dbname=sealslip user=postgres' PUBLICATION moving${copy}`;
}
