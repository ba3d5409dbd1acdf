import { pool, type Transaction } from "./database.ts";

/** False where the event was taken before; one under way in another process is waited for. */
export async function rememberEvent(
  transaction: Transaction,
  connectionId: string,
  eventId: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `INSERT INTO gateway_event (connection_id, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [connectionId, eventId],
  );
  return rowCount === 1;
}

/** Forgets the events that came in before; returns how many. */
export async function forgetEvents(before: Date): Promise<number> {
  const { rowCount } = await pool().query("DELETE FROM gateway_event WHERE received_at < $1", [
    before,
  ]);
  return rowCount ?? 0;
}
